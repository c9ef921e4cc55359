"""SudokuSolverPython: `Sudoku(rows).solve()` fills the rows in place and returns whether it could."""

from board import rows, text
from SudokuSolverPython.SudokuSolverPython import Sudoku


def solve(puzzle):
    """The board after the call, or None if it returns False."""
    sudoku = Sudoku(rows(puzzle))
    return text(sudoku.board) if sudoku.solve() else None
