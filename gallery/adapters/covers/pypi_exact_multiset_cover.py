"""exact-multiset-cover: `get_all_solutions` returns a set of covers of a matrix, and raises NoSolution for none."""

import numpy as np
from exact_multiset_cover import get_all_solutions


def covers(primary, options):
    """The covers as tuples of row numbers; every item is wanted once, as by default."""
    return get_all_solutions(np.array([[item in option for item in primary] for option in options], dtype=bool))
