"""via-sudoku-solver's board, without its window."""

from board import rows, text
from via_sudoku_solver.board import SudokuBoard


def solve(puzzle):
    """The numbers after solving."""
    board = SudokuBoard()
    board.nums[:] = rows(puzzle)
    board.auto_solve()
    return text(board.nums.tolist())
