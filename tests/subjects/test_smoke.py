"""The smoke test: a hint for each subject that cannot be judged."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.options import Call, Options
from crosscover.reference import DlxEngine, Shape
from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects import smoke as smoke_module
from crosscover.subjects import trials
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.small_puzzles import EASY_SOLUTION, proper_puzzles
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
        ("print(*[line for line in sys.stdin][:-1])", "all 51 empty cells are still empty"),
    ],
)
def test_programs_without_an_answer(script: Make, printed: str, expected: str) -> None:
    """A program without a right answer, or a full grid that keeps the clues, is not judged."""
    assert expected in hint(script(printed))


@pytest.mark.parametrize("returned", ["text[::-1]", "{'A1': 5}", "text"])
def test_functions_without_an_answer(function: Make, returned: str) -> None:
    """The same holds for a function."""
    assert smoke(function(f"def solve(text): return {returned}"))


def test_one_right_answer(script: Make, function: Make) -> None:
    """A subject that answers only the last of three easy puzzles is judged."""
    right = str(next(iter(DlxEngine()(ROTATED.grid, 1))))
    assert smoke(function(f"def solve(text): return {right!r}")) is None
    assert smoke(script(f"'{ROTATED.grid}' in sys.stdin.read(90) and print({right!r})")) is None


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("right()", "line 1 of 1 is missing. It answers no other input"),
        pytest.param(
            "os.abort()",
            "it read none of its input, and a program gets puzzles on stdin: killed by SIGABRT",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_silent_programs(script: Make, printed: str, expected: str) -> None:
    """A program without output, or that crashes, is not judged."""
    assert expected in hint(script(printed, time_limit=1.0, puzzle_time=0))


def test_timeouts(script: Make, function: Make) -> None:
    """A subject that times out for each easy puzzle is not judged."""
    assert "still running after 0.1 s" in hint(script("time.sleep(60)", time_limit=0.1, puzzle_time=0))
    assert "still running" in hint(
        function("import time\ndef solve(text): time.sleep(60)", time_limit=0.2, puzzle_time=0)
    )


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
    assert hint(script("x = bytearray(100 << 20)", memory_limit=64)).count("Try a greater --memory-limit")


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
