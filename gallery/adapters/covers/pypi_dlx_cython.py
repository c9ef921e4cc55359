"""dlx-cython: `solve` returns all covers of a matrix of 0 and 1."""

from dlxsolver import DLXSolver


def covers(primary, options):
    """A search for covers, as lists of row numbers."""
    return DLXSolver([[int(item in option) for item in primary] for option in options]).solve
