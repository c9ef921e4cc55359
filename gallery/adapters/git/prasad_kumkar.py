"""diagonal-sudoku-solver: `search` takes and returns a dict of the boxes A1 to I9; False or None if it finds none."""

from board import boxes
from source import load

_SOLVER = load("utils.py")


def solve(puzzle):
    """The digits of the boxes, or None."""
    return boxes(_SOLVER.search(_SOLVER.grid_values(puzzle)))
