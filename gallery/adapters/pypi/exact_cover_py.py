"""exact-cover-py: `exact_covers` is a generator of solutions."""

from itertools import islice

import numpy as np
from cover import ITEMS, OPTIONS, grid, possible
from exact_cover_py import exact_covers

_MATRIX = np.zeros((729, ITEMS), dtype=bool)
for _option, _items in enumerate(OPTIONS):
    _MATRIX[_option, list(_items)] = True


def _solutions(puzzle, limit):
    rows = possible(puzzle)
    return [grid([rows[row] for row in found]) for found in islice(exact_covers(_MATRIX[rows]), limit)]


def solve(puzzle):
    """The first solution, or None."""
    return next(iter(_solutions(puzzle, 1)), None)


def count(puzzle):
    """The number of solutions, to 2."""
    return len(_solutions(puzzle, 2))


_solutions("." * 81, 1)  # compiles
