"""exact-cover: `get_all_solutions` up to a number of them; it raises NoSolution where there is none."""

import numpy as np
from cover import ITEMS, OPTIONS, grid, possible
from exact_cover import get_all_solutions
from exact_cover.error import NoSolution

_MATRIX = np.zeros((729, ITEMS), dtype=bool)
for _option, _items in enumerate(OPTIONS):
    _MATRIX[_option, list(_items)] = True


def _solutions(puzzle, limit):
    rows = possible(puzzle)
    try:
        covers = get_all_solutions(_MATRIX[rows], max_count=limit)
    except NoSolution:
        return []
    return [grid([rows[row] for row in found]) for found in covers]


def solve(puzzle):
    """The first solution, or None."""
    return next(iter(_solutions(puzzle, 1)), None)


def count(puzzle):
    """The number of solutions, to 2."""
    return len(_solutions(puzzle, 2))
