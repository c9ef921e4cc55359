"""Diagonal-Sudoku: `solve` fills the rows of a board and returns whether it could."""

from board import rows, text
from source import load

_SOLVER = load("Solver_Generator.py")


def solve(puzzle):
    """The board, or None."""
    board = rows(puzzle)
    return text(board) if _SOLVER.solve(board) else None
