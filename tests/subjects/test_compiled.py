"""Functions of C and C++ sources, called by a generated harness."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.errors import ExitCode, NotStartedError, UsageError
from crosscover.options import Call, Options
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.subjects import compiled
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.sources import Declared, Parameter, read_source
from crosscover.subjects.subject import Subject

from .puzzles import BATCH, SOLUTIONS

Make = Callable[..., Subject]

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) here")

SOLUTION = SOLUTIONS[0]
ROWS = ",".join("{" + ",".join(map(str, SOLUTION.values[start : start + 9])) + "}" for start in range(0, 81, 9))
FILL = f"""#include <stdlib.h>
#include <string.h>
static int solved[9][9] = {{{ROWS}}};
static void fill(int b[9][9]) {{ memcpy(b, solved, sizeof solved); }}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def response_of(make: Make, text: str, spec: str = "c:x.c:solve", **options: object) -> Response:
    """Return the response of a function that receives a puzzle as rows."""
    Path(spec.split(":")[1]).write_text(text)
    return make(spec, call=Call.ROWS, **options).run(BATCH[:1]).responses[0]


@pytest.mark.parametrize(
    ("solve", "expected"),
    [
        ("void solve(int b[9][9]) { fill(b); }", Answered(SOLUTION)),
        ("int solve(int b[9][9]) { fill(b); return 1; }", Answered(SOLUTION)),
        ("int solve(int b[9][9]) { fill(b); return 0; } /* 0 means success */", Answered(SOLUTION)),
        pytest.param(
            "int solve(int b[9][9]) { fill(b); return 1234; } /* steps */", Answered(SOLUTION), marks=pytest.mark.slow
        ),
        ("int solve(int b[9][9]) { return 0; }", Declined()),
        pytest.param("int solve(int b[9][9]) { return 1; }", Declined(), marks=pytest.mark.slow),
        ("void solve(int b[9][9]) { }", Declined()),
        ('int solve(int b[9][9]) { system("echo 1"); fill(b); return 1; }', Answered(SOLUTION)),
    ],
)
def test_results(make: Make, solve: str, expected: Response) -> None:
    """The board decides; a board with empty cells is a refusal, regardless of the number that is returned."""
    assert response_of(make, FILL + solve) == expected


@pytest.mark.parametrize(
    ("solve", "fault", "reason"),
    [
        (
            "int solve(int b[9][9]) { return *(volatile int *)0; }",
            Fault.CRASHED,
            "killed by SIGSEGV after 0 of 1 puzzles",
        ),
        ("int solve(int b[9][9]) { exit(3); }", Fault.RAISED, "raised SystemExit: exit code 3"),
        ("int solve(int b[9][9]) { for (;;); }", Fault.TIMED_OUT, "still running after"),
    ],
)
def test_failures(make: Make, solve: str, fault: Fault, reason: str) -> None:
    """A crash is reported with its signal, an exit with its code."""
    failed = response_of(make, FILL + solve, time_limit=0.5)
    assert isinstance(failed, Failed)
    assert failed.fault is fault
    assert failed.reason.startswith(reason)


@pytest.mark.parametrize(
    ("spec", "solve"),
    [
        ("c:x.c:solve", "int solve(double b[9][9]) { COPY(b[r][c]); return 1; }"),
        pytest.param("c:x.c:solve", "float *solve(float *b) { COPY(b[9 * r + c]); return b; }", marks=pytest.mark.slow),
        pytest.param("c:x.c:solve", "double **solve(double **b) { COPY(b[r][c]); return b; }", marks=pytest.mark.slow),
        pytest.param("cpp:x.cpp:solve", "void solve(double (&b)[9][9]) { COPY(b[r][c]); }", marks=pytest.mark.slow),
    ],
)
def test_boards_of_floating_point_numbers(make: Make, spec: str, solve: str) -> None:
    """A board may hold floats or doubles."""
    copy = "if (cell && cell != solved[r][c]) abort(); cell = solved[r][c];"
    loops = f"#define COPY(cell) for (int r = 0; r < 9; r++) for (int c = 0; c < 9; c++) {{ {copy} }}\n"
    assert response_of(make, f"{FILL}{loops}{solve}", spec) == Answered(SOLUTION)


@pytest.mark.slow
def test_a_floating_point_number_that_is_no_digit(make: Make) -> None:
    """A fraction in a board is no digit."""
    text = f"{FILL}void solve(double b[9][9]) {{ for (int c = 0; c < 9; c++) b[0][c] = solved[0][c] + 0.5; }}"
    assert isinstance(response_of(make, text), Failed)


def test_each_call_starts_from_the_same_state(make: Make) -> None:
    """A variable that only main would set once has its first value in each call."""
    Path("x.c").write_text(f"{FILL}int calls;\nint solve(int b[9][9]) {{ if (calls++) abort(); fill(b); return 1; }}")
    assert make("c:x.c:solve", call=Call.ROWS).run(BATCH[:1] * 3).responses == (Answered(SOLUTION),) * 3


def test_a_method_in_a_specification(make: Make) -> None:
    """A method is named as in C++ or with a dot; it may be private and need an object."""
    text = f"{FILL}class Sudoku {{ int size; bool go(int (&b)[9][9]) {{ fill(b); return true; }} }};"
    assert response_of(make, text, "cpp:x.cpp:Sudoku::go") == Answered(SOLUTION)
    assert response_of(make, text, "cpp:x.cpp:Sudoku.go") == Answered(SOLUTION)


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("c:x.c:solve", "struct s { int b[9][9]; int steps; };\nvoid solve(struct s *s) { fill(s->b); }"),
        pytest.param(
            "cpp:x.cpp:go",
            "namespace a::b { struct S { static void go(int b[9][9]) { fill(b); } }; }",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "cpp:x.cpp:go",
            'struct Hello { Hello() { puts("Hello"); } } hello;\nvoid go(int b[9][9]) { fill(b); }',
            marks=pytest.mark.slow,
        ),
        ("cpp:x.cpp:go", "constinit int first = 1; // since C++20\nvoid go(int b[9][9]) { fill(b); }"),
        pytest.param(
            "cpp:x.cpp:go",
            "[[nodiscard]] auto go(int b[9][9]) noexcept -> bool { fill(b); return true; }",
            marks=pytest.mark.slow,
        ),
        (
            "cpp:x.cpp:go",
            "#include <functional>\nvoid go(int b[9][9], std::function<void(const int *)> f) { if (!f) fill(b); }",
        ),
    ],
    ids=["struct", "namespace", "constructor", "standard", "attribute", "callback"],
)
def test_sources(make: Make, spec: str, text: str) -> None:
    """A source may use tags, namespaces, constructors that print, a newer standard, attributes and callbacks."""
    spec = spec.replace(":go", ":S.go" if "S {" in text else ":go")
    assert response_of(make, f"#include <stdio.h>\n{FILL}{text}", spec) == Answered(SOLUTION)


def test_a_source_of_leetcode(make: Make) -> None:
    """A source that includes nothing gets the usual headers, and its parameters the sizes that their names state."""
    text = "void solve(char **b, int boardSize, int *boardColSize) "
    text += """{ b[0][0] = strlen("0") * '0' + boardSize; b[0][1] = '0' + *boardColSize; }"""
    Path("x.c").write_text(text)
    subject = make("c:x.c:solve", call=Call.TEXT)
    assert '"argument":["9","9",' in subject.run(BATCH[:1]).returned


@pytest.mark.slow
def test_a_library_without_a_header_for_everything(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A C++ source that includes nothing gets the usual headers from other libraries than GCC's, too."""
    prelude = compiled._PRELUDES["cpp"].replace("bits/stdc++.h", "missing.h")  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setitem(compiled._PRELUDES, "cpp", prelude)  # pyright: ignore[reportPrivateUsage]
    text = f"vector<vector<int>> solved = {{{ROWS}}};\nvoid go(vector<vector<int>> &b) {{ swap(b, solved); }}"
    assert response_of(make, text, "cpp:x.cpp:go") == Answered(SOLUTION)


def test_types_of_the_library(make: Make) -> None:
    """A board may be a view, and an answer may be in a smart pointer or a tuple."""
    Path("x.cpp").write_text("""#include <memory>
#include <string_view>
std::tuple<bool, std::unique_ptr<std::string>> solve(std::string_view text) {
    return {true, std::make_unique<std::string>(text.rbegin(), text.rend())};
}""")
    returned = make("cpp:x.cpp:solve", call=Call.TEXT).run(BATCH[:1]).returned
    assert f'"returned":[true,"{str(BATCH[0])[::-1]}"]' in returned


def test_a_long_answer(make: Make) -> None:
    """A function may return all solutions, whose number is not limited."""
    text = f"{FILL}#include <vector>\ntypedef std::vector<std::vector<int>> Grid;\n"
    text += "std::vector<Grid> solve(Grid b) { for (int k = 0; k < 81; k++) b[k / 9][k % 9] = solved[k / 9][k % 9]; "
    assert response_of(make, f"{text}return std::vector<Grid>(2000, b); }}", "cpp:x.cpp:solve") == Answered(SOLUTION)


def test_a_helper_that_is_named(make: Make) -> None:
    """A function whose name is that of a helper is called if the specification names it."""
    text = f"{FILL}int isSolvable(int b[9][9]) {{ fill(b); return 1; }}"
    assert response_of(make, text, "c:x.c:isSolvable") == Answered(SOLUTION)


def test_a_macro_for_int(make: Make) -> None:
    """The source may define int as long long."""
    text = "#define int long long\nvoid solve(int b[9][9]) { b[0][0] = sizeof(int); }\nsigned main() {}"
    response = response_of(make, text, "cpp:x.cpp:solve")
    assert isinstance(response, Answered)
    assert response.grid.values[0] == 8


def test_a_missing_function() -> None:
    """A function that the source does not define is a usage error, as is a source that does not compile."""
    Path("x.c").write_text(FILL)
    with pytest.raises(UsageError, match=r"^x\.c defines no function solve$"):
        open_subject("c:x.c:solve")
    Path("x.c").write_text("void solve(int b[9][9]) { b = c; }")
    with pytest.raises(UsageError, match=r"x\.c does not compile .*: x\.c:1:31: error: .c. undeclared"):
        open_subject("c:x.c:solve")


def test_a_helper_is_no_solver(capsys: pytest.CaptureFixture[str]) -> None:
    """A helper never stands in for a solver, unless it is named."""
    Path("x.c").write_text(f"{FILL}int isSolvable(int b[9][9]) {{ fill(b); return 1; }}\nint main(void) {{}}")
    assert main(["check", "x.c", "--rounds=1"]) == ExitCode.NOT_STARTED
    assert "answers no easy puzzle" in capsys.readouterr().err


@pytest.mark.parametrize("solve", ["int solve(int (*next)(int), int b[9][9])", "int solve(struct unknown b)"])
def test_a_helper_beside_a_solver_that_cannot_be_called(solve: str) -> None:
    """A function whose name states nothing never stands in for a solver."""
    Path("x.c").write_text(f"{FILL}int go(int b[9][9]) {{ fill(b); return 1; }}\n{solve};\n")
    with pytest.raises(UsageError, match=r"^x\.c does not compile \(cc with a harness\): the call of solve:\d"):
        find("x.c", Options())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler here")
def test_a_helper_beside_a_method_that_cannot_be_called() -> None:
    """A method whose name states nothing never stands in for a solver."""
    helper = "static boolean go(int[][] b) { return true; }"
    Path("X.java").write_text(f"class X {{ static void solve(java.util.List<String> b) {{ }} {helper} }}")
    with pytest.raises(NotStartedError, match=r"answers no easy puzzle; .* java:X\.java:X\.solve"):
        find("X.java", Options())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler here")
def test_objects_in_static_fields(make: Make) -> None:
    """Each call finds the objects of static fields in the state in which main would find them."""
    Path("X.java").write_text("""import java.util.BitSet;
class X {
    static final BitSet SEEN = new BitSet();
    static final X FIRST = new X();
    int calls;
    static int[] solve(int[] b) {
        FIRST.calls++;
        SEEN.set(SEEN.cardinality());
        return new int[] {FIRST.calls, SEEN.cardinality()};
    }
}""")
    subject = make("java:X.java:X.solve", call=Call.ROWS)
    assert [
        str(response.reason) for response in subject.run(BATCH[:1] * 2).responses if isinstance(response, Failed)
    ] == ["returned [1, 1]; expected the solution"] * 2


def test_a_program_that_reads_its_input_is_judged_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    """A right function never stands in for a program that reads the puzzle and prints nothing."""
    text = f"{FILL}int solve(int b[9][9]) {{ fill(b); return 1; }}\nint main(void) {{ return scanf(0); }}"
    Path("x.c").write_text(f"#include <stdio.h>\n{text}")
    assert main(["check", "x.c", "--time=1"]) == ExitCode.NOT_STARTED
    assert "exec:./x.c" in capsys.readouterr().err


def test_a_program_beside_a_function_that_does_not_compile() -> None:
    """If no call of a source compiles, its program may be right."""
    Path("x.c").write_text(
        """#include <stdio.h>
#define READ scanf
typedef struct { char text[82]; } Line;
static int fits(char *s, int k, int d) {
    for (int i = 0; i < 9; i++)
        if (s[k / 9 * 9 + i] == d || s[i * 9 + k % 9] == d || s[(k / 27 * 3 + i / 3) * 9 + k % 9 / 3 * 3 + i % 3] == d)
            return 0;
    return 1;
}
static int solve(Line line, int (*done)(char *), int k) {
    if (k == 81)
        return done(line.text);
    if (line.text[k] != '.')
        return solve(line, done, k + 1);
    for (line.text[k] = '1'; line.text[k] <= '9'; line.text[k]++) {
        Line other = line;
        other.text[k] = '.';
        if (fits(other.text, k, line.text[k]) && solve(line, done, k + 1))
            return 1;
    }
    return 0;
}
int main(void) {
    Line line = {""};
    while (READ("%81s", line.text) == 1)
        solve(line, puts, 0);
}
""".replace("puts, 0)", "(int (*)(char *))puts, 0)")
    )
    assert find("x.c", open_subject("engine:dlx").options).spec == "exec:./x.c"


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("", ExitCode.WRONG),
        pytest.param("init();", ExitCode.NOT_STARTED, marks=pytest.mark.slow),
        ("solved[0][0] |= 1;", ExitCode.NOT_STARTED),
    ],
)
def test_a_solver_that_main_prepares(before: str, code: ExitCode) -> None:
    """Wrong answers of a function are no error if main may prepare variables that it needs."""
    keep = "for (int k = 0; k < 81; k++) if (!b[k / 9][k % 9]) b[k / 9][k % 9] = 5;"
    text = f"{FILL}void init(void);\nint solve(int b[9][9]) {{ {keep} return 1; }}\n"
    Path("x.c").write_text(
        f"{text}void init(void) {{}}\nint main(void) {{ int b[9][9] = {{{{1}}}}; {before} return solve(b); }}"
    )
    assert main(["check", "x.c", "--rounds=1", "-x", "--seed=1", "-k", "ordinary"]) == code


def test_signatures() -> None:
    """Functions, methods and boards are read outside of comments, strings and bodies."""
    Path("x.h").write_text("#define N 9\nclass S { int grid[N][N]; public: bool go(int r, int c = 0); };\n")
    Path("x.cpp").write_text(
        """#include "x.h"
/* void no(int b[9][9]) {} */ const char *text = "void no() {";
typedef std::vector<std::vector<int>> Grid;
static std::vector<std::vector<char>> board = {{'1'}};
static int count = 0, cells[9][9];
bool solve(const Grid &grid, int (*rows)[9], unsigned n) { if (n) { return false; } }
bool S::go(int, int);
bool S::go(int r, int c) { return solve({}, 0, 0); }
"""
    )
    source = read_source(Path("x.cpp"))
    numbers = (Parameter("int", "r"), Parameter("int", "c"))
    given = (Parameter("Grid &", "grid"), Parameter("int", "rows", "[9]", "*"), Parameter("unsigned n", ""))
    assert source.functions == (Declared("S", "go", "bool", numbers), Declared("", "solve", "bool", given))
    assert [(owner, board.name) for owner, board in source.boards] == [("S", "grid"), ("", "board"), ("", "cells")]
