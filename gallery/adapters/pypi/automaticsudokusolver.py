"""The pure-Python class of automaticsudokusolver, beside its window; it returns a tuple, or False."""

from board import rows, text
from src.Sudoku_Solver.sudokusolver import Solver


def solve(puzzle):
    """The solution, None if the package returns False."""
    board = rows(puzzle, -1)
    return text(board) if Solver().solve(board) else None
