"""simple-sudoku-solver's classes; an open cell keeps its candidates."""

from board import rows
from sudoku.solver import Solver
from sudoku.sudoku import Grid


def solve(puzzle):
    """The grid after solving, None if a cell is open."""
    grid = Grid(rows(puzzle, None))
    Solver(grid).solve()
    cells = [cell for row in grid.grid for cell in row]
    return "".join(map(str, cells)) if all(isinstance(cell, int) for cell in cells) else None
