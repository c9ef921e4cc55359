"""sudoku-manager's class; `status` says whether it solved the grid."""

from board import rows, text
from sudoku_manager import Sudoku


def solve(puzzle):
    """The solved grid."""
    sudoku = Sudoku(rows(puzzle, None))
    sudoku.solve()
    return text(sudoku.solved_grid)
