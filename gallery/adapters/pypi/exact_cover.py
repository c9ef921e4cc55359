"""exact-cover: `get_exact_cover` raises NoSolution if there is none."""

import numpy as np
from cover import ITEMS, OPTIONS, grid, possible
from exact_cover import get_exact_cover
from exact_cover.error import NoSolution

_MATRIX = np.zeros((729, ITEMS), dtype=bool)
for _option, _items in enumerate(OPTIONS):
    _MATRIX[_option, list(_items)] = True


def solve(puzzle):
    """The cover it returns as a grid, or None."""
    rows = possible(puzzle)
    try:
        return grid([rows[row] for row in get_exact_cover(_MATRIX[rows])])
    except NoSolution:
        return None
