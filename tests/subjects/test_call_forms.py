"""Python functions in their usual forms: boards, flat lists, methods, exceptions, other environments."""

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.options import Call, Options
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.subjects import records, runtimes
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import Subject

from .puzzles import ANSWERS, BATCH, SOLUTIONS, SOLVER

Function = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))
WORKER = Path(runtimes.__file__).with_name("processes") / "worker.py"

KNOWN = f"""
ANSWERS = {ANSWERS}
def text_of(cells): return "".join(str(cell or ".") for cell in cells)
def board_of(text): return [list(text[start:start + 9]) for start in range(0, 81, 9)]
def answer(board): return board_of(ANSWERS[text_of(sum(board, []))])
"""


def reason(response: Response) -> str:
    """The reason of the failure."""
    assert isinstance(response, Failed)
    return response.reason


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (Call.BOARD, "puzzle[:] = answer(puzzle)"),
        (Call.BOARD, "puzzle[:] = answer(puzzle); return True"),
        (Call.BOARD, "return answer(puzzle)"),
        (Call.BOARD, "return list(map(''.join, answer(puzzle)))"),
        (Call.BOARD, "return [list(map(int, row)) for row in answer(puzzle)]"),
        (Call.CELLS, "return list(map(int, ANSWERS[text_of(puzzle)]))"),
        (Call.CELLS, "puzzle[:] = map(int, ANSWERS[text_of(puzzle)]); return True"),
        (Call.TEXT, "return list(ANSWERS[puzzle])"),
        (Call.TEXT, "return [' '.join(row) for row in board_of(ANSWERS[puzzle])]"),
        (Call.TEXT, "return [list(map(float, row)) for row in board_of(ANSWERS[puzzle])]"),
    ],
)
def test_boards_and_cells(function: Function, call: Call, body: str) -> None:
    """A board of characters or a list of all cells is solved in place or answered with a new one."""
    transcript = function(f"{KNOWN}def solve(puzzle): {body}", call=call).ask(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


def test_a_number_in_place_of_a_large_grid() -> None:
    """A text of thousands of digits is no grid of 16x16 cells."""
    assert isinstance(records.response({"text": "1" * 5000}, Options(), Shape(4, 4)), Failed)


CLASHING = Grid.parse("11" + str(SOLUTIONS[0])[2:])


@pytest.mark.parametrize("contract", [contracts.PROPER, contracts.ANY])
@pytest.mark.parametrize(("call", "empty", "digit"), [(Call.BOARD, "'.'", "'5'"), (Call.ROWS, "0", "5")])
def test_unchanged_boards(function: Function, contract: Contract, call: Call, empty: str, digit: str) -> None:
    """An unchanged board is a refusal unless it was full and right; under `any` so is one that is not full."""
    text = f"def solve(board):\n    if board[0][0] == {empty} and str(board[0][1]) == '2': board[0][0] = {digit}"
    asked = function(text, call=call, contract=contract)

    unfinished = BATCH[1].with_cells_of(SOLUTIONS[1], [0])
    begun = Declined() if contract is contracts.ANY else Answered(unfinished)
    assert asked.ask((BATCH[0], BATCH[1], SOLUTIONS[0], CLASHING)).responses == (
        Declined(),
        begun,
        RIGHT[0],
        Declined(),
    )


def test_none_for_a_full_grid(function: Function) -> None:
    """A function that returns new rows refuses a full grid by None; one that fills its argument has nothing to do."""
    solved = "[list(map(int, row)) for row in board_of(ANSWERS.get(text_of(sum(rows, [])), text_of(sum(rows, []))))]"
    returns = function(f"{KNOWN}def solve(rows): return None if all(map(all, rows)) else {solved}", call=Call.ROWS)
    assert returns.ask((BATCH[0], SOLUTIONS[0])).responses == (RIGHT[0], Declined())

    fills = function(f"{KNOWN}def solve(rows): rows[:] = {solved}", call=Call.ROWS)
    assert fills.ask((BATCH[0], SOLUTIONS[0])).responses == (RIGHT[0], RIGHT[0])


def test_malformed_boards(function: Function) -> None:
    """Characters and numbers may not be mixed, and the board and the return value may not both be answers."""
    mixed = "puzzle[:] = answer(puzzle); puzzle[0][0] = 5"
    spoilt = "solved = answer(puzzle); puzzle[0][0] = '9'; return solved"
    responses = [
        function(f"{KNOWN}def solve(puzzle): {body}", call=Call.BOARD).ask(BATCH[:1]).responses[0]
        for body in (mixed, spoilt)
    ]

    assert reason(responses[0]) == "returned rows in which r1c2 is '3' (str); expected an int"
    assert responses[1] == Failed(Fault.MUTATED, "changed the board that it received, and returned another grid")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Solution.solve", "class Solution:\n    def solve(self, text): return ANSWERS[text]"),
        ("Solution.solve", "class Solution:\n    def solve(self, text=''): return ANSWERS[text]"),
        ("Solution.solve", "class Solution:\n    def solve(text): return ANSWERS[text]"),
        ("Solution.solve", "class Solution:\n    @classmethod\n    def solve(cls, text): return ANSWERS[text]"),
        ("Outer.Inner.solve", "class Outer:\n  class Inner:\n    def solve(self, text): return ANSWERS[text]"),
    ],
    ids=["method", "with a default", "without self", "class method", "nested"],
)
def test_methods(function: Function, name: str, text: str) -> None:
    """A method is called on an object of its class; static and class methods are called without one."""
    assert function(KNOWN + text, name=name).ask(BATCH).responses == RIGHT


def test_one_object_for_each_batch(function: Function) -> None:
    """The object of a method keeps its state only within a batch."""
    init = "def __init__(self): self.first = None"
    solve = "def solve(self, text):\n        self.first = self.first or text\n        return ANSWERS[self.first]"
    asked = function(f"{KNOWN}class Solution:\n    {init}\n    {solve}", name="Solution.solve")

    assert [asked.ask(BATCH[:2]).responses, asked.ask(BATCH[2:]).responses] == [RIGHT[:1] * 2, RIGHT[2:]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Solver", "Solver is a class"),
        ("Solver.run", "Solver cannot be made without arguments"),
        ("Broken.run", "ZeroDivisionError: division by zero at solver.py:4 in __init__"),
    ],
)
def test_classes(function: Function, name: str, expected: str) -> None:
    """For a class, or one that needs arguments, the error explains what to write."""
    solver = "class Solver:\n    def __init__(self, text): ...\n    def run(self, text): ..."
    text = f"class Broken:\n    run = lambda self, text: text\n    def __init__(self):\n        1 / 0\n{solver}"

    assert expected in reason(function(text, name=name).ask(BATCH[:1]).responses[0])


@pytest.mark.parametrize("names", ["Unsolvable", "solver.Contradiction", "OSError,ValueError"])
def test_exceptions_that_are_refusals(function: Function, names: str) -> None:
    """An exception of a given class or its subclasses is a refusal; others are not."""
    text = (
        "class Unsolvable(ValueError): ...\nclass Contradiction(Unsolvable): ...\n"
        "def solve(text): raise Contradiction if text[0] == '5' else TypeError"
    )
    transcript = function(text, contract=contracts.ANY, refuse_on=names).ask(BATCH[:2])

    assert transcript.responses[0] == Declined()
    assert reason(transcript.responses[1]).startswith("raised TypeError")


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (Call.BOARD, "puzzle[:] = [[*map(str, row)] for row in solved(''.join(map(''.join, puzzle)))]"),
        (Call.CELLS, "return sum(solved(text_of([puzzle])), []) if len(puzzle) == 81 else 1 / 0"),
    ],
)
def test_smoke_names_the_form(function: Function, call: Call, body: str) -> None:
    """For a function with another form the right option is suggested, even if it returns nonsense for text."""
    text = f"{SOLVER}def solve(puzzle):\n    if isinstance(puzzle, str): return '1' * 81\n    {body}"
    asked = function(text)

    assert diagnose(asked, ask_easy(asked)) == f"does not take a puzzle as text: try --call {call.value}"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with a module that ours lacks; of Python 3.9 if pyenv has it."""
    folder = tmp_path_factory.mktemp("environments") / "other"
    old = next(iter(sorted(Path.home().glob(".pyenv/versions/3.9*/bin/python"))), Path(sys.executable))
    subprocess.run([old, "-m", "venv", "--without-pip", folder], check=True, capture_output=True)
    (library,) = folder.glob("lib/python*/site-packages")
    (library / "only_there.py").write_text(f"{KNOWN}import sys\ndef solve(text): return ANSWERS[text]")
    return folder


@pytest.mark.parametrize("path", ["", "bin/python"])
def test_another_environment(make: Function, environment: Path, path: str) -> None:
    """A function runs in a given virtual environment or interpreter."""
    assert make("python:only_there:solve", python=str(environment / path)).ask(BATCH).responses == RIGHT


def test_another_interpreter(function: Function, environment: Path) -> None:
    """A function is handled under another interpreter as under this one."""
    body = "print(sys.prefix)\n    return ANSWERS[text] if text[0] == '5' else sys.exit(3)"
    text = f"{KNOWN}import sys\ndef solve(text):\n    {body}"
    transcript = function(text, python=str(environment)).ask(BATCH[:2])

    assert transcript.responses[0] == RIGHT[0]
    assert reason(transcript.responses[1]) == "raised SystemExit: 3 at solver.py:9 in solve"
    assert transcript.received.split() == [str(environment)] * 2


def test_missing_modules(make: Function, environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a missing module the option for environments is suggested; an environment has none of our modules."""
    advice = "; --python PATH runs it in the environment where the module is installed"
    assert reason(make("python:only_there:solve").ask(BATCH[:1]).responses[0]).endswith(advice)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    ours = make("python:crosscover.suite:properties_of", python=str(environment)).ask(BATCH[:1])
    assert reason(ours.responses[0]).endswith("ModuleNotFoundError: No module named 'crosscover'")


def test_no_interpreter(make: Function, tmp_path: Path) -> None:
    """An invalid interpreter is reported."""
    (response,) = make("python:solver:solve", python=str(tmp_path)).ask(BATCH[:1]).responses

    assert reason(response).endswith(f"--python {tmp_path} is neither an interpreter nor a virtual environment")


def test_the_worker_keeps_to_python_3_9() -> None:
    """The worker uses only syntax of Python 3.9."""
    source = WORKER.read_text(encoding="utf-8")

    assert ast.parse(source, feature_version=(3, 9))
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Match | ast.TryStar)]
