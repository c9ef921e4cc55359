"""another-sudoku-library: `solve` makes its best effort; `check` says whether the board is complete and consistent."""

from another_sudoku_library.solve import check
from another_sudoku_library.solve import solve as solve_rows
from board import rows, text


def solve(puzzle):
    """The board, or None if `check` rejects it."""
    board = solve_rows(rows(puzzle))
    return text(board) if check(board) else None
