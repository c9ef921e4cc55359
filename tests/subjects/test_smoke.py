"""The smoke test: a hint for each subject that cannot be judged."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.dialects import DIALECTS
from crosscover.options import Call, Options
from crosscover.reference import DlxEngine, Shape
from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects import smoke as smoke_module
from crosscover.subjects import trials
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION, proper_puzzles
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import Subject

from .puzzles import SOLVER

Make = Callable[..., Subject]

ROTATED = proper_puzzles(Shape())[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def smoke(subject: Subject) -> str | None:
    """The reason why a subject cannot be judged; None if it can."""
    return diagnose(subject, ask_easy(subject))


def hint(subject: Subject) -> str:
    """The hint for a subject."""
    found = smoke(subject)
    assert found is not None
    return found


def speaker(folder: Path, name: str) -> str:
    """A program that knows the easy puzzle in one dialect and fails for any other input."""
    dialect = DIALECTS[name]
    known = {dialect.write([EASY]): dialect.answer_header + dialect.write_answer(EASY_SOLUTION, EASY)}
    (folder / "program.py").write_text(f"import sys\nprint(end={known}[sys.stdin.read()])")
    return f"exec:{sys.executable} {folder / 'program.py'}"


def test_right_subjects(script: Make, function: Make) -> None:
    """Right programs, functions and engines pass the smoke test."""
    assert smoke(script("print(*right())")) is None
    assert smoke(function(f"def solve(text): return {str(EASY_SOLUTION)!r}")) is None
    assert smoke(EngineSubject("engine:dlx", DlxEngine, Options())) is None


@pytest.mark.parametrize("printed", ["print(broken(right()[0]))", "print(*right()); sys.exit(1)"])
def test_wrong_programs(script: Make, printed: str) -> None:
    """A program whose full grids keep the clues, or that answers rightly and fails then, is judged."""
    assert smoke(script(f"def broken(text): return text[:2] + '9' + text[3:]\n{printed}")) is None


def test_wrong_functions(function: Make) -> None:
    """A function whose full grids keep the clues is judged."""
    assert smoke(function("def solve(text): return text.replace('.', '9')")) is None


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("print(right()[0][::-1])", "clue r1c1 = 5 became 9"),
        ("print(right()[0][:80])", "expected 81 characters"),
        ("print(right()[0] * 2)", "2 answers on one line"),
        ("print(*[line for line in sys.stdin][:-1])", "it came back unsolved"),
    ],
)
def test_programs_without_an_answer(script: Make, printed: str, expected: str) -> None:
    """A program without a right answer, or a full grid that keeps the clues, is not judged."""
    assert expected in hint(script(printed))


@pytest.mark.parametrize("returned", ["text[::-1]", "text[:80]", "{'A1': 5}", "None", "text"])
def test_functions_without_an_answer(function: Make, returned: str) -> None:
    """The same holds for a function."""
    assert smoke(function(f"def solve(text): return {returned}"))


def test_one_right_answer(script: Make, function: Make) -> None:
    """A subject that answers only the last of three easy puzzles is judged."""
    right = str(next(iter(DlxEngine()(ROTATED.grid, 1))))
    assert smoke(function(f"def solve(text): return {right!r}")) is None
    assert smoke(script(f"'{ROTATED.grid}' in sys.stdin.read(90) and print({right!r})")) is None


@pytest.mark.parametrize("name", ["t-grids", "grid", "poj2676", "csv", "drawing"])
def test_another_dialect(make: Make, tmp_path: Path, name: str) -> None:
    """If a program solves the puzzle in another dialect, that dialect is suggested."""
    found = hint(make(speaker(tmp_path, name)))

    assert found == (f"does not answer an easy puzzle in the dialect poj3074, but does in {name}: try --dialect {name}")


def test_arguments(make: Make, tmp_path: Path) -> None:
    """If a program takes the puzzle as arguments, the dialect `args` is suggested."""
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nassert ''.join(sys.argv[1:]) == {str(EASY)!r}\nprint({str(EASY_SOLUTION)!r})")

    assert hint(make(f"exec:{sys.executable} {program}")).endswith("but does in arg: try --dialect arg")


def test_words_of_a_judge(script: Make) -> None:
    """If a program answers in the words of an online judge, its dialect is suggested, even under another contract."""
    assert "its output looks like uva10957: try --dialect uva10957" in hint(script("print('Case 1: Illegal.')"))


def test_unflushed_output(script: Make) -> None:
    """If a right program does not flush with `stream`, the hint says so, and no dialect is suggested."""
    text = (
        "output = open(1, 'w')\nfor line in sys.stdin:\n if line == 'end\\n': break\n print(right(line), file=output)"
    )
    found = hint(script(f"def right(line): return ANSWERS[line.strip()]\n{text}", stream=True, time_limit=1.0))

    assert found == (
        "does not answer an easy puzzle in the dialect poj3074 before its input ends: "
        "flush the output after each answer, or try without --stream"
    )


def test_output_that_looks_like_another_dialect(script: Make) -> None:
    """If no dialect gives the right answer, the dialect that the output resembles is named."""
    text = "answer = right()[0]\nfor start in range(0, 81, 9): print(answer[start:start + 9][::-1])"

    assert "its output looks like poj2676 or " in hint(script(text))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("right()", "line 1 of 1 is missing. Its input was '53..7"),
        ("os.abort()", "killed by SIGABRT after 0 of 1 puzzles; 86 of 86 bytes of the input were not read."),
        ("print('Error'); sys.exit(2)", "exited with status 2 after 1 of 1 puzzles"),
    ],
)
def test_silent_programs(script: Make, printed: str, expected: str) -> None:
    """A program without output, or that crashes, is not judged."""
    assert expected in hint(script(printed, time_limit=1.0, puzzle_time=0))


def test_timeouts(script: Make, function: Make) -> None:
    """A subject that times out for each easy puzzle is not judged."""
    assert "still running after 0.5 s" in hint(script("time.sleep(60)", time_limit=0.5, puzzle_time=0))
    assert "still running" in hint(function("def solve(text):\n while True: pass", time_limit=0.5, puzzle_time=0))


def test_slow_subject(script: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A subject that answers after the time limit of the smoke test is judged."""
    monkeypatch.setattr(smoke_module, "SMOKE_SECONDS", 0.3)
    monkeypatch.setattr(trials, "RETRY_SECONDS", 0.3)
    assert smoke(script("time.sleep(0.7); print(*right())")) is None


def test_time_of_the_smoke_test(script: Make, function: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit set, a hang takes little time, but a slow start is allowed."""
    monkeypatch.setattr(smoke_module, "SMOKE_SECONDS", 0.5)
    timed_out = ask_easy(script("time.sleep(60)")).responses[0]
    assert isinstance(timed_out, Failed)
    assert timed_out.fault is Fault.TIMED_OUT
    slow = function(f"import time; time.sleep(1)\ndef solve(text): return {str(EASY_SOLUTION)!r}")
    assert ask_easy(slow).responses[0] == Answered(EASY_SOLUTION)


def test_too_little_memory(script: Make) -> None:
    """If a program runs out of memory for an easy puzzle, the option for the limit is suggested."""
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
    """For a program that cannot be started, the reason and a remedy are shown."""
    path = folder / name.removesuffix("+x")
    if text is not None:
        path.write_text(text)
        path.chmod(0o755 if name.endswith("+x") else 0o644)

    found = hint(make(f"exec:./{path.name}"))
    assert found.startswith(f"cannot start ./{path.name}: ")
    assert expected in found


def test_program_of_this_folder(make: Make, folder: Path) -> None:
    """For a program in the working directory the prefix ./ is suggested."""
    (folder / "a.out").write_text("")

    assert hint(make("exec:a.out")).endswith("among the programs on PATH; the one in this folder is 'exec:./a.out'")


def test_folder(make: Make, tmp_path: Path) -> None:
    """A folder is not a program."""
    assert hint(make(f"exec:{tmp_path}")).endswith("it is a folder")


@pytest.mark.parametrize(
    ("body", "call", "expected"),
    [
        ("return fill(rows)", Call.TEXT, "does not take a puzzle as text: try --call rows"),
        ("return solved(rows.strip())", Call.ROWS, "a puzzle as rows: try --call text"),
        ("print(rows)", Call.TEXT, "returned nothing but printed '53..7"),
        ("return rows / 7", Call.TEXT, "gave no answer to an easy puzzle: raised TypeError"),
    ],
)
def test_functions(function: Make, body: str, call: Call, expected: str) -> None:
    """For a function that is called in the wrong way, or returns nothing, a hint is shown."""
    assert expected in hint(function(f"{SOLVER}def solve(rows): {body}", call=call))


def test_missing_function(function: Make) -> None:
    """A function that cannot be loaded is not judged."""
    assert "has no function solve; did you mean solv?" in hint(function("def solv(text): ..."))


def test_count(script: Make) -> None:
    """Under `count` any number from 1 passes the smoke test."""
    assert smoke(script("print(2)", contract=contracts.COUNT)) is None
    assert "returned 0; expected 1" in hint(script("print(0)", contract=contracts.COUNT))
    assert "line 1 of 1 is missing" in hint(script("", contract=contracts.COUNT))
