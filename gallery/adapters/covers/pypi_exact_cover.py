"""exact-cover: `get_all_solutions` returns a set of covers of a boolean matrix, and raises NoSolution for none."""

import numpy as np
from exact_cover import get_all_solutions


def covers(primary, options):
    """The covers as tuples of row numbers."""
    return get_all_solutions(np.array([[item in option for item in primary] for option in options], dtype=bool))
