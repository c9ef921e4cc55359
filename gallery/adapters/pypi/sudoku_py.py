"""sudoku-py: `solve(solutions=N)` collects up to N solutions; `count` asks an object for one solution, then for two."""

from board import rows, text
from sudoku_py import Sudoku


def solve(puzzle):
    """The first solution, or None if it collects none."""
    sudoku = Sudoku(rows(puzzle))
    sudoku.solve(solutions=1)
    return text(sudoku.solutions[0]) if sudoku.solutions else None


def count(puzzle):
    """The number of solutions that the second call collects, at most 2."""
    sudoku = Sudoku(rows(puzzle))
    sudoku.solve(solutions=1)
    sudoku.solve(solutions=2)
    return len(sudoku.solutions)
