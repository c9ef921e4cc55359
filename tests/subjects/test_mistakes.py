"""Right solvers in a form that cannot be judged: each gets a diagnosis, and what it advises works."""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.contracts import PROPER
from crosscover.options import Call
from crosscover.reference import Shape
from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects.function_diagnosis import diagnose_function, diagnose_loading
from crosscover.subjects.functions import FunctionSubject
from crosscover.subjects.small_puzzles import proper_puzzles
from crosscover.subjects.subject import Subject
from crosscover.subjects.trials import Trial, are_acceptable

from .puzzles import ANSWERS, BATCH, JAVASCRIPT_SOLVER, SOLUTIONS, SOLVER
from .sampling import some_slow

Make = Callable[..., Subject]

NO_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")
ADVISED = [
    ("rows", "def solve(rows): fill(rows)", "does not take a puzzle as text: try --call rows"),
    ("new rows", "def solve(rows): rows[0][0] + 0; return solved(text_of(rows))", "try --call rows"),
    ("bool", "def solve(rows): return fill(rows)", "try --call rows"),
    ("cells", "def solve(cells): cells[0] + 0; return sum(solved(text_of([cells])), [])", "--call cells"),
    (
        "board",
        (
            "def solve(board):\n rows = [['.123456789'.index(cell) for cell in row] for row in board]\n"
            " board[0][0].lower(); fill(rows); board[:] = [[*map(str, row)] for row in rows]"
        ),
        "try --call board",
    ),
]
IN_JAVASCRIPT = [
    ("js:./solver.js:solve", "var solve = function(rows) { rows[0][0].trim(); fill(rows); };", "try --call board"),
    ("js:./solver.js:solve", "async function solve(rows) { return split(solved(rows.flat())); }", "try --call rows"),
    (
        "js:./solver.mjs",
        "export default class { #grid = []; load(text) {} solve(text) { this.text = text; } } ",
        "it has several functions; try js:./solver.mjs:default.load or js:./solver.mjs:default.solve",
    ),
    (
        "js:./solver.js:solver",
        "function solve(text) { return solved(text); }",
        "exports no function solver; it has free, search, solved, split, fill, solve",
    ),
    ("js:./solver.js:solve", "function solve(text) { solved(text); }", "did you forget `return`?"),
    ("js:./solver.js:solve", "function solve(text) { for (;;); }", "still running after"),
    ("js:./solver.js:solve", "function solve(text) { process.exit(1); }", "raised process.exit(1)"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def diagnosis(tried: Subject) -> str:
    """The diagnosis of a subject from its run on one easy puzzle."""
    assert isinstance(tried, FunctionSubject)
    easy = proper_puzzles(tried.options.shape)[:1]
    trial = Trial(easy, tried.ask([puzzle.grid for puzzle in easy]))
    if trial.failure and trial.failure.fault is Fault.NOT_STARTED:
        return diagnose_loading(trial.failure)
    return diagnose_function(tried, [trial])


@pytest.mark.parametrize("mistake", some_slow({name: row for name, *row in ADVISED}))
def test_advice(folder: Path, make: Make, mistake: tuple[str, str]) -> None:
    """The advised option gives right answers."""
    source, expected = mistake
    path = folder / "solver.py"
    path.write_text(f"{SOLVER}\n{source}\n")
    found = diagnosis(make("python:solver.py:solve"))
    assert expected in found
    assert follows("python:solver.py:solve", found, make)


def follows(spec: str, found: str, make: Make) -> bool:
    """Whether a solver answers easy puzzles after a user has done what a diagnosis advises."""
    *_, words = found.partition("try ")
    spec, *call = shlex.split(words if words.startswith(("python:", "js:")) else f"{spec} {words}")
    advised = make(spec, call=Call(call[1]) if call else Call.TEXT)
    puzzles = proper_puzzles(advised.options.shape)
    return are_acceptable(puzzles, advised.ask([puzzle.grid for puzzle in puzzles]).responses, PROPER)


@NO_NODE
@pytest.mark.parametrize("mistake", some_slow({row[-1]: row for row in IN_JAVASCRIPT}))
def test_javascript(folder: Path, make: Make, mistake: tuple[str, str, str]) -> None:
    """A JavaScript function gets the same diagnoses, and what they advise works."""
    spec, source, expected = mistake
    (folder / spec.split(":")[1]).write_text(f"{JAVASCRIPT_SOLVER}\n{source}\n")
    found = diagnosis(make(spec))
    assert expected in found
    assert "try " not in found or "several functions" in found or follows(spec, found, make)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def solve(text): solved(text)", "returned no grid for an easy puzzle; did you forget `return`?"),
        (
            "def solve(rows, row): return fill(rows)",
            "it gets the puzzle as its only argument: write a function around it",
        ),
        ("def solve(text): return text", "it came back unsolved: all 51 empty cells are still empty"),
        ("def solve(text): return text[:-2] + '12'", "clue r9c8 = 7 became 1"),
        ("def solve(text): return {1, 2}", "returned {1, 2} (set)"),
        ("def solve(text): return 1 / 0", "raised ZeroDivisionError: division by zero at solver.py:1 in solve"),
        ("def solve(text): return input('Puzzle: ')", "it reads input, but a function gets its puzzle as an argument"),
        (
            "print(input('Puzzle: '))\ndef solve(text): ...",
            "EOFError: EOF when reading a line at solver.py:1 in <module>; code",
        ),
        ("import sys; sys.argv[1]\ndef solve(text): ...", "runs when the file is loaded, except below `if __name__"),
        ("def solve(text):\n  return (", "SyntaxError: '(' was never closed (solver.py, line 2)"),
        (
            "import pandassss",
            "ModuleNotFoundError: No module named 'pandassss' at solver.py:1 in <module>; --python PATH",
        ),
        ("solve = 7", "is not a function but 7 (int)"),
        ("", "has no function solve; it has none"),
    ],
)
def test_diagnosis(function: Make, source: str, expected: str) -> None:
    """A function that gives no right answer in any form gets a diagnosis."""
    assert expected in diagnosis(function(source if "solved(" not in source else f"{SOLVER}{source}"))


def test_diagnosis_of_another_shape(function: Make) -> None:
    """A function that refuses every puzzle of another shape may have the numbers of 9x9 in its source."""
    returned = diagnosis(function("def solve(rows): return None", shape=Shape(4, 4), call=Call.ROWS))
    assert "did you forget `return`, or does a number like 9 or 3 not suit 16x16?" in returned


@pytest.mark.parametrize(
    ("place", "source", "others"),
    [
        ("solver.py", "def solve(text, limit=1): return ANSWERS[text]", "def a(): ...\ndef b(text, row): ..."),
        ("solver.py", "class Solution:\n def solve(self, text): return ANSWERS[text]", "from math import gcd"),
        pytest.param(
            "./solver.js",
            "var solve = function (text) { return ANSWERS[text]; };",
            "// function if it helps\nfunction a() {}\nconst b = (rows, row) => rows[row];",
            marks=NO_NODE,
        ),
    ],
)
def test_only_function(folder: Path, make: Make, place: str, source: str, others: str) -> None:
    """The only function that takes a puzzle needs no name; of several, each specification is listed."""
    path, spec = folder / place, f"{'js' if place.endswith('js') else 'python'}:{place}"
    path.write_text(f"ANSWERS = {ANSWERS}\n{others}\n{source}\n")
    assert make(spec).ask(BATCH).responses == tuple(map(Answered, SOLUTIONS))

    path.write_text(f"{path.read_text()}{re.sub('[sS]ol', 'S', source)}\n")
    [failed] = make(spec).ask(BATCH[:1]).responses
    assert isinstance(failed, Failed)
    name, other = ("Solution.solve", "Sution.Sve") if "class" in source else ("solve", "Sve")
    assert failed.reason == f"cannot load {spec}: it has several functions; try {spec}:{name} or {spec}:{other}"
