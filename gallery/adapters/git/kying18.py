"""kying18/sudoku: `solve_sudoku` fills rows in place, with -1 for an empty cell, and returns whether it could."""

from board import rows, text
from source import load

_SOLVER = load("sudoku.py")


def solve(puzzle):
    """The board after the call, or None if it returns False."""
    board = rows(puzzle, empty=-1)
    return text(board) if _SOLVER.solve_sudoku(board) else None
