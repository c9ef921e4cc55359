"""Sources of several files, and the errors of compilers."""

import shutil
from pathlib import Path

import pytest

from crosscover.errors import NotStartedError, UsageError
from crosscover.options import Options
from crosscover.subjects.compiling import built, first_error
from crosscover.subjects.find import find

HEADER = "int fit(int);\n"
MAIN = f"{HEADER}int main(void) {{ return fit(3); }}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def needs(tool: str) -> None:
    """Skip a test if a compiler is missing."""
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")


def test_missing_functions_are_in_other_files() -> None:
    """The files that define missing symbols are compiled, too, except for another program."""
    needs("cc")
    Path("main.c").write_text(MAIN)
    Path("fit.c").write_text("int fit(int x) { return x; }\n")
    Path("other.c").write_text(MAIN)
    assert built(("main.c",))[1] == "compiled by cc -O2 -o main main.c fit.c -lm"


def test_a_missing_function() -> None:
    """The message names the missing function, not the exit code of the linker."""
    needs("cc")
    Path("main.c").write_text(MAIN)
    with pytest.raises(UsageError, match=r"\(cc -O2 -o main main\.c -lm\): main\.c: undefined reference to `fit'$"):
        built(("main.c",))


@pytest.mark.usefixtures("nothing_survives")
def test_a_compiler_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler is ended in time, with its processes, and does not run again for the functions of a program."""
    Path("cc").write_text(f"#!/bin/sh\necho >> {Path.cwd()}/runs\nsleep 100 & wait\n")
    Path("cc").chmod(0o755)
    Path("x.c").write_text("int solve(int b[9][9]) { return 0; }\nint main() { return getchar(); }\n")
    monkeypatch.setenv("PATH", f"{Path.cwd()}:/usr/bin:/bin")
    monkeypatch.setattr("crosscover.subjects.compiling.SECONDS", 0.2)
    with pytest.raises(NotStartedError, match=r"^x\.c does not compile within 0\.2 s \(cc"):
        find("x.c", Options())
    assert Path("runs").read_text() == "\n"


def test_messages_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compilers write their messages in English, so that missing symbols are found."""
    Path("cc").write_text("""#!/bin/sh\necho "main.c: $LC_ALL: undefined reference to 'f'"; exit 1\n""")
    Path("cc").chmod(0o755)
    Path("main.c").write_text(MAIN)
    monkeypatch.setenv("PATH", f"{Path.cwd()}:/usr/bin:/bin")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(UsageError, match=r": main\.c: C\.UTF-8: undefined reference to 'f'$"):
        built(("main.c",))


@pytest.mark.slow
def test_a_java_package() -> None:
    """All files of a Java package are compiled, although its folder has another name."""
    needs("javac")
    Path("Main.java").write_text("package a; class Main { public static void main(String[] x) { Rule.f(); } }")
    Path("Rule.java").write_text("package a; class Rule { static void f() { } }")
    command, how = built(("Main.java",))
    assert (command[-1], how) == ("a.Main", "compiled by javac -d . Main.java Rule.java")


@pytest.mark.slow
def test_a_public_class_in_a_file_of_another_name() -> None:
    """A public class may be in a file of another name."""
    needs("javac")
    Path("solver.java").write_text("public class Sudoku { public static void main(String[] x) { } }")
    assert built(("solver.java",))[0][-1] == "Sudoku"


@pytest.mark.slow
def test_a_java_source_in_latin1() -> None:
    """A source may be in an older encoding."""
    needs("javac")
    Path("Main.java").write_bytes(b"/* \xe9 */ class Main { public static void main(String[] x) { } }")
    assert built(("Main.java",))[1] == "compiled by javac -encoding latin1 -d . Main.java"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("/a/x.c:1:2: warning: unused\n/a/x.c:3:4: error: expected ';'\n", "x.c:3:4: error: expected ';'"),
        (
            "/usr/bin/ld: /tmp/x.o: in function `main':\nx.c:(.text+0x1b): undefined reference to `f'\n",
            "x.c: undefined reference to `f'",
        ),
        (
            "/a/X.java:1: error: cannot find symbol\n  int y = z;\n          ^\n  symbol:   variable z\n",
            "X.java:1: error: cannot find symbol; symbol:   variable z",
        ),
        ("error[E0425]: cannot find value `y`\n --> x.rs:1:9\n", "error[E0425]: cannot find value `y`; --> x.rs:1:9"),
        ("# command-line-arguments\n./x.go:3:2: undefined: y\n", "./x.go:3:2: undefined: y"),
    ],
    ids=["gcc", "ld", "javac", "rustc", "go"],
)
def test_first_errors(output: str, expected: str) -> None:
    """The first error is shown with its place and its symbol."""
    assert first_error(output, Path("/a")) == expected


@pytest.mark.parametrize(
    ("file", "command"),
    [("Makefile", "`make`"), ("CMakeLists.txt", "`cmake -B build && cmake --build build`"), ("go.mod", "'go run .'")],
)
def test_a_source_of_a_project(file: str, command: str) -> None:
    """If a source does not compile alone, the message names the command that builds its project."""
    needs("cc")
    Path("main.c").write_text(MAIN)
    Path(file).touch()
    with pytest.raises(UsageError, match="undefined reference") as raised:
        built(("main.c",))
    assert command in str(raised.value)


def test_go_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A project of `go run` is built first, and only once, so that compiling takes no time of the solver."""
    Path("go").write_text('#!/bin/sh\necho "$@" >> words\n')
    Path("go").chmod(0o755)
    monkeypatch.setenv("PATH", f".:{Path('/usr/bin')}:/bin")
    command, how = built(("go", "run", ".", "--fast"))
    assert built(("go", "run", ".", "--fast")) == (command, how)
    assert (command[1:], how) == (("--fast",), "compiled by go build .")
    assert Path("words").read_text().split() == ["build", "-o", command[0], "."]


def test_cargo_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A project of `cargo run` is built first; its program gets the words after `--`."""
    refuses = 'case "$*" in *-q*-q*) exit 1; esac'  # a repeated option
    Path("cargo").write_text(
        f"""#!/bin/sh\n{refuses}\necho '{{"executable": "/x/solver"}}'\necho '{{"executable": null}}'\n"""
    )
    Path("cargo").chmod(0o755)
    monkeypatch.setenv("PATH", f".:{Path('/usr/bin')}:/bin")
    assert built(("cargo", "run", "-q", "--release", "--", "-v")) == (
        ("/x/solver", "-v"),
        "compiled by cargo build -q --release",
    )
