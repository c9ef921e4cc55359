"""The script that confirms failures, with answers known to be right or wrong."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gallery.confirm import error_in, judge
from gallery.entries import HERE
from tests.dialects.samples import ANSWER as SOLUTION
from tests.dialects.samples import PUZZLE

SEVERAL = "." * 81
NONE = "11" + "." * 79


@pytest.mark.parametrize(
    ("puzzle", "answer", "contract"),
    [
        (PUZZLE, SOLUTION, "proper"),
        (SEVERAL, SOLUTION, "any"),
        (SEVERAL, "none", "proper"),
        (NONE, "none", "any"),
        (PUZZLE, "1", "count"),
        (SEVERAL, "17", "count"),
        (NONE, "0", "count"),
    ],
)
def test_a_right_answer_is_accepted(puzzle: str, answer: str, contract: str) -> None:
    """Solutions, refusals of puzzles without one, counts, and puzzles outside the contract are accepted."""
    assert error_in(puzzle, answer, contract, "") is None


@pytest.mark.parametrize(
    ("puzzle", "answer", "contract"),
    [
        (PUZZLE, "none", "proper"),
        (PUZZLE, SOLUTION[:80] + "2", "proper"),
        (PUZZLE, SOLUTION[:80] + ".", "any"),
        (PUZZLE, "1" + SOLUTION[1:], "any"),
        (SEVERAL, "none", "any"),
        (NONE, "11" + SOLUTION[2:], "any"),
        (PUZZLE, "2", "count"),
        (SEVERAL, "1", "count"),
        (PUZZLE, "none", "count"),
    ],
)
def test_a_wrong_answer_is_found(puzzle: str, answer: str, contract: str) -> None:
    """Refusals of solvable puzzles, wrong grids, solutions of unsolvable puzzles, and wrong counts are errors."""
    assert puzzle in str(error_in(puzzle, answer, contract, ""))


DIAGONAL = "317692485425378691869514237594136728271849563638725914753261849986453172142987356"
CLUES = "...6.2.8...53.86..8.9.1...7.......28..18.9.6363....91.7.3....499..4..........7..."
"""A puzzle that has several solutions without its diagonals."""


def test_diagonals_decide_for_the_variant() -> None:
    """A plain grid that breaks a diagonal is an error in diagonal Sudoku, and a unique solution there is required."""
    assert error_in(CLUES, DIAGONAL, "proper", "x") is None
    assert error_in(CLUES, "none", "proper", "") is None
    assert error_in(CLUES, "none", "proper", "x") == f"{CLUES} has the solution {DIAGONAL}; the answer is 'none'"
    assert error_in(SEVERAL, SOLUTION, "any", "") is None
    assert error_in(SEVERAL, SOLUTION, "any", "x") is not None


def test_the_script_runs_the_command(tmp_path: Path) -> None:
    """The script runs the command of a case and prints the answer to each puzzle."""
    case = {
        "command": [sys.executable, "-c", f"import sys\nfor line in sys.stdin: print('{SOLUTION}')"],
        "contract": "any",
        "variant": "",
        "input": f"{PUZZLE}\n{NONE}\n",
        "puzzles": [PUZZLE, NONE],
    }
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case))
    script = [sys.executable, str(HERE / "confirm.py"), str(file)]
    done = subprocess.run(script, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == {
        "confirmed": True,
        "reason": f"{NONE} has no solution; the answer is '{SOLUTION}'",
    }


def test_a_missing_answer_is_confirmed_with_its_exit_code() -> None:
    """A command that ends without an answer is wrong, and the last line of its output is kept."""
    command = [sys.executable, "-c", "raise SystemExit('no idea')"]
    case: dict[str, object] = {
        "command": command,
        "contract": "proper",
        "variant": "",
        "input": "",
        "puzzles": [PUZZLE],
    }
    assert judge(case) == (True, "0 answers for 1 puzzles; exit status 1: no idea")


def test_nothing_of_crosscover_is_imported() -> None:
    """Neither the scripts nor any adapter imports crosscover, or other modules of the gallery except the table."""
    for file in [HERE / "confirm.py", HERE / "confirm_covers.py", *(HERE / "adapters").rglob("*.py")]:
        tree = ast.parse(file.read_text())
        modules = [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        ours = {"crosscover", "gallery", "oracles", "reference", ""}
        assert not [name for name in modules if name.split(".")[0] in ours]
