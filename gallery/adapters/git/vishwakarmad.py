"""24vishwakarmad/Sudoku-solver-visualization: `solve_sudoku` yields the steps of its search in a board."""

from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The board after the last step."""
    board = rows(puzzle)
    for _ in _SOLVER.solve_sudoku(board):
        pass
    return text(board)
