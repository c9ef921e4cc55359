"""pysudo: `solve` takes and returns rows; it gets only proper puzzles."""

from board import rows, text
from pysudo import solve as solve_rows


def solve(puzzle):
    """The rows it returns."""
    return text(solve_rows(rows(puzzle)))
