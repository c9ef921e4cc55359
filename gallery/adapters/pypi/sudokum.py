"""sudokum: `solve` returns whether it succeeded within its number of tries, and a grid."""

import sudokum
from board import rows, text


def solve(puzzle):
    """The grid, or None if it did not succeed."""
    is_solved, grid = sudokum.solve(rows(puzzle))
    return text([[int(cell) for cell in row] for row in grid]) if is_solved else None
