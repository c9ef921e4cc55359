"""pyxcc: `solve` returns covers, as lists of labels."""

import pyxcc
from cover import ITEMS, OPTIONS, grid, possible

_NAMES = [f"item {item}" for item in range(ITEMS)]


def solve(puzzle):
    """The first cover, or None."""
    options = [pyxcc.Option(str(option), [_NAMES[item] for item in OPTIONS[option]], []) for option in possible(puzzle)]
    found = pyxcc.solve(pyxcc.Problem(_NAMES, [], options), False)
    return grid(map(int, found.first())) if found.count() else None
