"""hodoku-py: `Solver.solve` follows human techniques, and returns whether it solved the puzzle and the solution."""

from hodoku.api import Solver

_SOLVER = Solver()


def solve(puzzle):
    """The solution, or None if it is not solved."""
    result = _SOLVER.solve(puzzle)
    return result.solution if result.solved else None
