"""AmanAg744/AILABSEM4: a class with a grid of its own; the file solves it when loaded."""

from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The grid, None if the method returns False."""
    solver = _SOLVER.Sudk()
    solver.grid = rows(puzzle)
    return text(solver.grid) if solver.solve() else None
