"""exact-cover-py: `exact_covers` is a generator of covers of a matrix."""

import numpy as np
from exact_cover_py import exact_covers


def covers(primary, options):
    """The covers as lists of row numbers."""
    return exact_covers(np.array([[item in option for item in primary] for option in options], dtype=bool))


next(covers(["a"], [["a"]]))  # compiles
