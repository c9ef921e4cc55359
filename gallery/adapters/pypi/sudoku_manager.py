"""sudoku-manager: `Sudoku(rows).solve()` leaves its solution in `solved_grid`."""

from board import rows, text
from sudoku_manager import Sudoku


def solve(puzzle):
    """The solved grid, or None for the status `no_valid_solution`."""
    sudoku = Sudoku(rows(puzzle, empty=None))
    sudoku.solve()
    return text(sudoku.solved_grid) if sudoku.solved else None
