"""rsr45-sudoku-solver: `solve_sudoku` fills rows in place and returns whether it did."""

from board import rows, text
from sudoku_solver.solver import solve_sudoku


def solve(puzzle):
    """The board after the call, or None if it returns False."""
    board = rows(puzzle)
    return text(board) if solve_sudoku(board) else None
