"""sudokugen: `solve` raises NoSolution for a puzzle without solutions."""

from board import rows, text
from sudokugen.solver import NoSolution
from sudokugen.solver import solve as solve_rows


def solve(puzzle):
    """The rows it returns, or None if it raises NoSolution."""
    try:
        return text(solve_rows(rows(puzzle)))
    except NoSolution:
        return None
