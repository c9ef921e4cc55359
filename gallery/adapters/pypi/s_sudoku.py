"""s-sudoku's function; it takes rows with zeros and returns them, or False."""

from board import rows, text
from s_sudoku import solver


def solve(puzzle):
    """The solution, None if the package returns False."""
    board = solver(rows(puzzle))
    return text(board) if board else None
