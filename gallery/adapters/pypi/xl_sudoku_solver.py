"""xl-sudoku-solver's function; it takes rows with None for an empty cell."""

from board import rows, text
from xl_sudoku_solver import Solver


def solve(puzzle):
    """The solution."""
    return text(Solver.solve(rows(puzzle, None)).table)
