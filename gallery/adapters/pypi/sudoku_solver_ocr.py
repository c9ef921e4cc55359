"""sudoku-solver-ocr's search, without its recognition of pictures."""

from board import rows, text
from sudoku_solver_ocr.sudoku_solver import solve_sudoku_single_solution


def solve(puzzle):
    """The solution, None if the function returns False."""
    board = rows(puzzle)
    return text(board) if solve_sudoku_single_solution(board) else None
