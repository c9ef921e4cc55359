"""ContinuumIO/pycosat: `solve` of the example fills rows in place by SAT; it gets only proper puzzles."""

from board import rows, text
from source import load

_SOLVER = load("examples/sudoku.py")


def solve(puzzle):
    """The board after the call."""
    board = rows(puzzle)
    _SOLVER.solve(board)
    return text(board)
