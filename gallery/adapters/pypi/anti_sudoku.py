"""anti-sudoku: `solve` takes and returns 81 characters; None if unsolvable."""

from anti_sudoku import solve as solve_text


def solve(puzzle):
    """The result of `solve`."""
    return solve_text(puzzle)
