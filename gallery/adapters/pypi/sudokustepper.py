"""sudokustepper's backtracking solver, without its window."""

from sudokustepper.grid import Grid
from sudokustepper.solvers import BacktracingSolver


def solve(puzzle):
    """The grid after solving, None if the solver returns False."""
    grid = Grid(puzzle.replace(".", "0"))
    return grid.grid_string if BacktracingSolver(grid).solve() else None
