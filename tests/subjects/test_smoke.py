"""The first question: what cannot be judged is told how to be."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.dialects import DIALECTS
from crosscover.options import Call, Contract, Options
from crosscover.reference import DlxEngine
from crosscover.subjects import smoke as smoke_module
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import Answered, Failed, Fault, Subject

Make = Callable[..., Subject]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def smoke(subject: Subject) -> str | None:
    """Why a subject cannot be judged, None where it can."""
    return diagnose(subject, ask_easy(subject))


def hint(subject: Subject) -> str:
    """The hint that a subject is given."""
    told = smoke(subject)
    assert told is not None
    return told


def speaker(folder: Path, name: str) -> str:
    """The specification of a program that knows the easy puzzle in one dialect, and fails for any other input."""
    dialect = DIALECTS[name]
    known = {dialect.write([EASY]): dialect.answer_header + dialect.write_answer(EASY_SOLUTION, EASY)}
    (folder / "program.py").write_text(f"import sys\nprint(end={known}[sys.stdin.read()])")
    return f"exec:{sys.executable} {folder / 'program.py'}"


def test_right_subjects(script: Make, function: Make) -> None:
    """Who answers rightly is judged: a program, a function, an engine."""
    assert smoke(script("print(*right())")) is None
    assert smoke(function(f"def solve(text): return {str(EASY_SOLUTION)!r}")) is None
    assert smoke(EngineSubject("engine:dlx", DlxEngine, Options())) is None


@pytest.mark.parametrize(
    "printed",
    ["print(right()[0][::-1])", "print(right()[0][:80])", "print(right()[0] * 2)", "print(*right()); sys.exit(1)"],
    ids=["wrong", "malformed", "merged", "exit status"],
)
def test_wrong_programs(script: Make, printed: str) -> None:
    """Who answers wrongly, but answers, is judged."""
    assert smoke(script(printed)) is None


@pytest.mark.parametrize("returned", ["text[::-1]", "text[:80]", "{'A1': 5}", "None"])
def test_wrong_functions(function: Make, returned: str) -> None:
    """So is a function."""
    assert smoke(function(f"def solve(text): return {returned}")) is None


@pytest.mark.parametrize("name", ["t-grids", "grid", "poj2676", "csv", "drawing"])
def test_another_dialect(make: Make, tmp_path: Path, name: str) -> None:
    """A program that solves the puzzle in another dialect is told which."""
    told = hint(make(speaker(tmp_path, name)))

    assert told == (f"does not answer an easy puzzle in the dialect poj3074, but does in {name}: try --dialect {name}")


def test_arguments(make: Make, tmp_path: Path) -> None:
    """A program that takes the puzzle as its arguments is told so."""
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nassert ''.join(sys.argv[1:]) == {str(EASY)!r}\nprint({str(EASY_SOLUTION)!r})")

    assert hint(make(f"exec:{sys.executable} {program}")).endswith("but does in arg: try --dialect arg")


def test_words_of_a_judge(script: Make) -> None:
    """A program that answers in the words of a judge is told its dialect, although the contract is another one."""
    assert "its output looks like uva10957: try --dialect uva10957" in hint(script("print('Case 1: Illegal.')"))


def test_unflushed_output(script: Make) -> None:
    """A right program that does not flush is told so with `stream`, not sent to another dialect."""
    text = (
        "output = open(1, 'w')\nfor line in sys.stdin:\n if line == 'end\\n': break\n print(right(line), file=output)"
    )
    told = hint(script(f"def right(line): return ANSWERS[line.strip()]\n{text}", stream=True, time_limit=1.0))

    assert told == (
        "does not answer an easy puzzle in the dialect poj3074 before its input ends: "
        "flush the output after each answer, or try without --stream"
    )


def test_output_that_looks_like_another_dialect(script: Make) -> None:
    """Where no dialect leads to the right answer, the output still tells what it looks like."""
    text = "answer = right()[0]\nfor start in range(0, 81, 9): print(answer[start:start + 9][::-1])"

    assert "its output looks like poj2676 or " in hint(script(text))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("right()", "line 1 of 1 is missing. Its input was '53..7"),
        ("os.abort()", "killed by SIGABRT after 0 of 1 puzzles; it left 86 of 86 bytes of its input unread."),
        ("print('Error'); sys.exit(2)", "exited with status 2 after 1 of 1 puzzles"),
    ],
)
def test_silent_programs(script: Make, printed: str, expected: str) -> None:
    """A program that says nothing, or stumbles, is not judged."""
    assert expected in hint(script(printed, time_limit=1.0, puzzle_time=0))


def test_what_does_not_end(script: Make, function: Make) -> None:
    """What gives no answer in time is judged, whatever it is."""
    assert smoke(script("time.sleep(60)", time_limit=1.0, puzzle_time=0)) is None
    assert smoke(function("def solve(text):\n while True: pass", time_limit=1.0, puzzle_time=0)) is None


def test_the_first_look_is_short(script: Make, function: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has set a limit a hang costs little, and what only loads slowly is waited for."""
    monkeypatch.setattr(smoke_module, "_FIRST_TIME_LIMIT", 0.5)
    late = ask_easy(script("time.sleep(60)")).responses[0]
    assert isinstance(late, Failed)
    assert late.fault is Fault.TIMED_OUT
    slow = function(f"import time; time.sleep(1)\ndef solve(text): return {str(EASY_SOLUTION)!r}")
    assert ask_easy(slow).responses[0] == Answered(EASY_SOLUTION)


def test_too_little_memory(script: Make) -> None:
    """A program that needs more memory for an easy puzzle is told how to get it."""
    assert hint(script("x = bytearray(100 << 20)", memory_limit=64)).endswith("Try a greater --memory-limit")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nowhere", None, "No such file or directory"),
        ("solver.py", "print()", "Permission denied; try 'exec:python3 ./solver.py'"),
        ("solver.c", "int main;", "that is a source text: compile it and name the program"),
        ("solver", "text", "Permission denied; 'chmod +x ./solver' makes a file executable"),
        ("solver+x", "text", "Exec format error: it is neither a program for this machine nor a script"),
        ("script+x", "#!/nowhere/perl\n", "the file is there, but what its first line"),
    ],
)
def test_programs_that_cannot_be_started(make: Make, folder: Path, name: str, text: str | None, expected: str) -> None:
    """A program that cannot be started is told why, and what to do."""
    path = folder / name.removesuffix("+x")
    if text is not None:
        path.write_text(text)
        path.chmod(0o755 if name.endswith("+x") else 0o644)

    told = hint(make(f"exec:./{path.name}"))
    assert told.startswith(f"cannot start ./{path.name}: ")
    assert expected in told


def test_program_of_this_folder(make: Make, folder: Path) -> None:
    """A program in the working directory is named with ./ before it, as for a shell."""
    (folder / "a.out").write_text("")

    assert hint(make("exec:a.out")).endswith("among the programs on PATH; the one in this folder is 'exec:./a.out'")


def test_folder(make: Make, tmp_path: Path) -> None:
    """A folder is no program."""
    assert hint(make(f"exec:{tmp_path}")).endswith("it is a folder")


@pytest.mark.parametrize(
    ("body", "call", "expected"),
    [
        (f"rows[:] = {EASY_SOLUTION.rows}; return True", Call.TEXT, "does not take a puzzle as text: try --call rows"),
        (f"return rows.strip() and {str(EASY_SOLUTION)!r}", Call.ROWS, "a puzzle as rows: try --call text"),
        ("print(rows)", Call.TEXT, "returned nothing but printed '53..7"),
        ("return rows / 7", Call.TEXT, "gave no answer to an easy puzzle: raised TypeError"),
    ],
)
def test_functions(function: Make, body: str, call: Call, expected: str) -> None:
    """A function that is called in the wrong way is told the right one; one that gives nothing is told so."""
    assert expected in hint(function(f"def solve(rows): {body}", call=call))


def test_function_that_is_not_there(function: Make) -> None:
    """A function that cannot be loaded is not judged."""
    assert "has no function solve; it has solv" in hint(function("def solv(text): ..."))


def test_count(script: Make) -> None:
    """Under the contract `count` any number is an answer."""
    assert smoke(script("print(0)", contract=Contract.COUNT)) is None
    assert "line 1 of 1 is missing" in hint(script("", contract=Contract.COUNT))
