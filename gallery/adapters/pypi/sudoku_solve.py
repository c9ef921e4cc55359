"""sudoku-solve: `Sudoku.solve` returns a solved object and the time, with None if Z3 finds no solution."""

from board import rows
from sudoku_solve.sudoku import Sudoku


def solve(puzzle):
    """The data of the solved object, or None."""
    solved, _ = Sudoku(rows(puzzle, empty=-1)).solve()
    return "".join(str(cell) for row in solved.data for cell in row) if solved else None
