"""techwithtim/Sudoku-GUI-Solver: `solve` fills rows in place and returns whether it did."""

from board import rows, text
from source import load

_SOLVER = load("solver.py")


def solve(puzzle):
    """The board after the call, or None if it returns False."""
    board = rows(puzzle)
    return text(board) if _SOLVER.solve(board) else None
