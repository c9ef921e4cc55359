"""xcover: `covers_bool` is a generator of solutions, `covers_bool_zdd` of the nodes of a decision diagram of them."""

import numpy as np
from cover import ITEMS, OPTIONS, grid, possible
from xcover import covers_bool, covers_bool_zdd

_MATRIX = np.zeros((729, ITEMS), dtype=bool)
for _option, _items in enumerate(OPTIONS):
    _MATRIX[_option, list(_items)] = True


def solve(puzzle):
    """The first solution, or None."""
    rows = possible(puzzle)
    first = next(covers_bool(_MATRIX[rows]), None)
    return None if first is None else grid([rows[row] for row in first])


def count(puzzle):
    """The number of solutions, from a diagram that is made with the cache; its last node is the root."""
    numbers, root = {0: 0, 1: 1}, 0
    for root, _, low, high in covers_bool_zdd(_MATRIX[possible(puzzle)], use_memo_cache=True):
        numbers[root] = numbers[low] + numbers[high]
    return numbers[root]


solve("." * 81)  # compiles
