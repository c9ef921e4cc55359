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
BOARD_CLASS = "class Solver:\n def __init__(self, board): self.{} = board\n"
ADVISED = [
    # another argument
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
    ("zeros", "def solve(text): assert '.' not in text; return solved(text)", "replace('.', '0')"),
    ("lines", "def solve(text): return solved(''.join(text.split('\\n'))) if text[9] == '\\n' else ''", "'\\n'.join"),
    ("list of lines", "def solve(lines): lines.sort; return solved(''.join(lines)) if len(lines) == 9 else 0", "list("),
    ("an array", "def solve(rows): assert rows.shape == (9, 9); fill(rows); return rows", "numpy').array(puzzle)"),
    ("None in cells", "def solve(rows): assert None in rows[0]; return solved(text_of(rows))", "digit or None"),
    (
        "a dict",
        "def solve(puzzle): puzzle.keys(); return solved(text_of([puzzle[r, c] for c in range(9)] for r in range(9)))",
        "(r, c)",
    ),
    # more arguments, or none
    ("row and column", "def solve(rows, row, col): return fill(rows)", "return solve(puzzle, 0, 0)"),
    ("a cell", "def solve(rows, cell): return fill(rows)", "return solve(puzzle, 0)"),
    ("the cell first", "def solve(cell, rows): return fill(rows) if cell == 0 else 1 / 0", "return solve(0, puzzle)"),
    ("a size", "def solve(size, rows):\n assert size == (3, 3)\n fill(rows); yield rows", "solve((3, 3), puzzle)"),
    ("a global", "grid = [[0] * 9 for _ in range(9)]\ndef solve(): fill(grid); print(grid)", "grid[:] = puzzle"),
    (
        "a global array",
        "import numpy\ngrid = numpy.zeros((9, 9), int)\ndef solve(): return fill(grid)",
        "grid[:] = puzzle",
    ),
    # another result
    ("steps", "def solve(rows): fill(rows); return 4711", "`def judged(puzzle): solve(puzzle)` to "),
    (
        "two grids",
        "def solve(rows): old = [*map(list, rows)]; fill(rows); return old, rows",
        "return result and result[1]",
    ),
    ("a name", "def solve(rows): fill(rows); return {'a': 1, 'b': [rows, 1]}", "return result and result['b'][0]"),
    ("all steps", "def solve(text): rows = parse(text); yield [*map(list, rows)]; fill(rows); yield rows", "[-1]"),
    ("lazy rows", "def solve(text): return (row for row in solved(text))", "list(result)"),
    ("columns", "def solve(text): return [*zip(*solved(text))]", "list(zip(*result))"),
    (
        "a method",
        "class B:\n def as_list(self): return solved(B.text)\ndef solve(text): B.text = text; return B()",
        "as_list()",
    ),
    (
        "str",
        "class B: __str__ = lambda self: text_of(solved(B.text))\ndef solve(text): B.text = text; return [B()]",
        "str(result",
    ),
    ("prints", "def solve(rows): old = [*map(list, rows)]; fill(old); print('Answer:', old)", "sys.stdout.getvalue()"),
    ("prints, and the puzzle", "def solve(text): print(parse(text)); print(solved(text))", "[-81:]"),
    (
        "a spoilt puzzle",
        "def solve(rows): old = [*map(list, rows)]; rows[0][0] = 9; fill(old); return old",
        "row[:] for row",
    ),
    # another function
    ("misspelt", "def solve_it(text): return solved(text)", "has no function solve; try "),
    ("another name", "def play(text): return solved(text)\nhelper = play", "has no function solve; try "),
    (
        "a class",
        BOARD_CLASS.format("b") + " def solve(self): fill(self.b); return self.b\nsolve = Solver",
        "is a class",
    ),
    (
        "an attribute",
        BOARD_CLASS.format("_b") + " def run(self): fill(self._b); return 7\nsolve = Solver",
        "is a class; add ",
    ),
    ("an object", "class Solver:\n def solve(self, rows): return fill(rows)\nsolve = Solver()", "is not a function"),
    (
        "LeetCode",
        "class Solution:\n def solveSudoku(self, board: List[int]) -> None: fill(board)\nsolve = Solution",
        ":solve.solveSudoku",
    ),
]


IN_JAVASCRIPT = [
    # another argument
    ("js:./solver.js:solve", "var solve = function(rows) { rows[0][0].trim(); fill(rows); };", "try --call board"),
    ("js:./solver.js:solve", "async function solve(rows) { return split(solved(rows.flat())); }", "try --call rows"),
    (
        "js:./solver.cjs",
        "exports.solve = (text) => { if (text.match(/[.]/)) throw Error(); return { a: { b: solved(text) } }; };",
        "solver.default.solve(puzzle.replaceAll('.', '0')); return result && result.a.b; }",
    ),
    (
        "js:./solver.mjs",
        "export default (rows) => { rows.flat().indexOf(null) < 0 && oh; fill(rows); return [rows, rows, 1]; }",
        "digit || null",
    ),
    # more arguments, or none
    ("js:./solver.js", "module.exports = (rows, row, column) => fill(rows);", "solver.default(puzzle, 0, 0)"),
    (
        "js:./solver.js",
        "module.exports = (text, done) => { setTimeout(done, 1, null, solved(text)); };",
        "new Promise(",
    ),
    (
        "js:./solver.js:run",
        f"const grid = {[[0] * 9] * 9};\nfunction run() {{ fill(grid); }}",
        "{ grid.splice(0, grid.length, ...puzzle); run(); return structuredClone(grid); }` to ./solver.js, and",
    ),
    # another result
    ("js:./solver.mjs", "export function solve(text) { console.log(split(solved(text))); }", "lines.join()"),
    (
        "js:./solver.mjs",
        "export function* solve(text) { yield split(text); yield solved(text); }",
        "[...result].at(-1)",
    ),
    # another function
    ("js:./solver.js:solver", "function solve(text) { return solved(text); }", "exports no function solver; try js:"),
    (
        "js:./solver.mjs:Sudoku",
        "export class Sudoku {{ constructor(rows) {{ this.rows = rows; }} {} }}".format(
            "find() { return 7; } solve() { fill(this.rows); return { steps: 7 }; }"
        ),
        "const made = new solver.Sudoku(puzzle); made.solve(); ",
    ),
    (
        "js:./solver.mjs",
        "export default class { #grid = []; load(text) {} solve(text) { this.text = text; } } ",
        "it has several functions; try js:./solver.mjs:default.load or js:./solver.mjs:default.solve",
    ),
    # none in any form
    ("js:./solver.js:solve", "function solve(text) { solved(text); }", "undefined for every puzzle; did you forget"),
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
        return diagnose_loading(tried, trial.failure)
    return diagnose_function(tried, [trial])


@pytest.mark.parametrize("mistake", some_slow({name: row for name, *row in ADVISED}))
def test_advice(folder: Path, make: Make, mistake: tuple[str, str]) -> None:
    """The advised line and command give right answers."""
    source, expected = mistake
    path = folder / "solver.py"
    path.write_text(f"{SOLVER}\n{source}\n")
    found = diagnosis(make("python:solver.py:solve"))
    assert expected in found
    assert follows("python:solver.py:solve", found, make)


def follows(spec: str, found: str, make: Make) -> bool:
    """Whether a solver answers easy puzzles after a user has done what a diagnosis advises."""
    for wrapper, file in re.findall(r"add `(.*)` to (\S+), and", found):
        with Path(file).open("a") as opened:
            opened.write(f"\n{wrapper}\n")
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
        ("def solve(text): solved(text)", "returned None for every puzzle; did you forget `return`?"),
        ("def solve(text): return False", "returned False for an easy puzzle"),
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


def test_function_of_a_module(folder: Path, make: Make) -> None:
    """For a function of a module, the wrapper is written into a file of its own."""
    (folder / "package").mkdir()
    (folder / "package" / "solver.py").write_text(f"{SOLVER}def solve(rows): fill(rows); return 7")

    assert diagnosis(make("python:package.solver:solve")).endswith(
        "; add `def judged(puzzle): solve(puzzle)` after `from package.solver import *` to judged.py, "
        "and try python:judged.py:judged --call rows"
    )
