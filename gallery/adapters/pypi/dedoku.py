"""dedoku: `solve` with the method `hybrid` backtracks after its techniques."""

import dedoku


def solve(puzzle):
    """The grid, or None if it is not solved."""
    result = dedoku.solve(puzzle, method="hybrid")
    return result.grid.to_string() if result.solved else None
