"""sudokumaker: `Puzzle.solve` prints its solutions as nine rows each."""

import contextlib
import io
import re

from board import rows
from sudokumaker.sudoku import Puzzle


def _solutions(puzzle, most):
    board = Puzzle(diagonal=True, solvemax=most)
    board.from_file(io.StringIO("".join("".join(map(str, row)) + "\n" for row in rows(puzzle))))
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        board.solve()
    return re.findall("(?:^[1-9]{9}\n){9}", printed.getvalue(), re.MULTILINE)


def solve(puzzle):
    """The first solution, or None."""
    found = _solutions(puzzle, 1)
    return found[0].replace("\n", "") if found else None


def count(puzzle):
    """The number of solutions, at most 2."""
    return len(_solutions(puzzle, 2))
