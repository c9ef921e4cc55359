"""dlx: `solve` is a generator of covers."""

from itertools import islice

from cover import ITEMS, OPTIONS, grid, possible
from dlx import DLX

_COLUMNS = [(item, DLX.PRIMARY) for item in range(ITEMS)]


def _solutions(puzzle, limit):
    options = possible(puzzle)
    links = DLX(_COLUMNS, [OPTIONS[option] for option in options], options)
    return [grid([links.N[row] for row in found]) for found in islice(links.solve(), limit)]


def solve(puzzle):
    """The first solution, or None."""
    return next(iter(_solutions(puzzle, 1)), None)


def count(puzzle):
    """The number of solutions, to 2."""
    return len(_solutions(puzzle, 2))
