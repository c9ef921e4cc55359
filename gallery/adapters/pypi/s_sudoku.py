"""s-sudoku: `solver` fills rows in place and returns them, or False."""

from board import rows, text
from s_sudoku import solver


def solve(puzzle):
    """The rows it returns, or None for False."""
    board = solver(rows(puzzle))
    return text(board) if board else None
