"""Course projects for diagonal Sudoku: `solve` returns a dict of the boxes A1 to I9, or False or None."""

from board import boxes
from source import load

_SOLVER = load("solution.py")


def solve(puzzle):
    """The digits of the boxes, or None."""
    return boxes(_SOLVER.solve(puzzle))
