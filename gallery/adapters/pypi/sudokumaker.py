"""sudokumaker: the program `sudoku` reads nine rows from a file and prints its solutions as nine rows each."""

import re
import sys
from pathlib import Path

from board import rows
from program import output

_PROGRAM = Path(sys.executable).parent / "sudoku"


def _solutions(puzzle, most):
    lines = "".join("".join(map(str, row)) + "\n" for row in rows(puzzle))
    printed = output(_PROGRAM, "--diagonal", "-m", str(most), "/dev/stdin", text=lines)
    return re.findall("(?:^[1-9]{9}\n){9}", printed, re.MULTILINE)


def solve(puzzle):
    """The first solution, or None."""
    found = _solutions(puzzle, 1)
    return found[0].replace("\n", "") if found else None


def count(puzzle):
    """The number of solutions, at most 2."""
    return len(_solutions(puzzle, 2))
