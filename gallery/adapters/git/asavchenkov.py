"""ASavchenkov/110BProj1: `solver` takes 81 digits and returns a text, after rounds of linear programming."""

from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """Its answer."""
    return _SOLVER.solver(puzzle.replace(".", "0"))
