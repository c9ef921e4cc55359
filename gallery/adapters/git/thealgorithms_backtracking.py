"""TheAlgorithms/Python: `sudoku` returns the filled grid, or None if there is no solution."""

from board import rows, text
from source import load

_SOLVER = load("backtracking/sudoku.py")


def solve(puzzle):
    """The grid it returns, or None."""
    grid = _SOLVER.sudoku(rows(puzzle))
    return text(grid) if grid else None
