"""dxz: `dxz_solve` returns covers of a matrix, which it reads as one list."""

import dxz
from cover import ITEMS, OPTIONS, grid, possible


def solve(puzzle):
    """The first cover, or None."""
    options = possible(puzzle)
    matrix = [0] * (len(options) * ITEMS)
    for row, option in enumerate(options):
        for item in OPTIONS[option]:
            matrix[row * ITEMS + item] = 1
    found = dxz.dxz_solve(len(options), ITEMS, matrix, 1)
    return grid([options[row] for row in found[0]]) if found else None
