"""sudoku-cli: `Solver(rows).solve()` returns the solution, or None if the problem is unsolvable."""

from board import rows, text
from sudoku.solver import Solver


def solve(puzzle):
    """The grid it returns, or None."""
    grid = Solver(rows(puzzle)).solve()
    return text(grid) if grid else None
