"""algoxtools: each call of `exact_cover` returns True for one more cover, in the array; rows and columns start at 1."""

import algoxtools
import numpy as np


def covers(primary, options):
    """The covers as lists of option numbers."""
    columns = {item: column for column, item in enumerate(primary, 1)}
    array = algoxtools.init(len(options), len(primary))
    for row, option in enumerate(options, 1):
        algoxtools.annex_row(array, row, np.array([columns[item] for item in option], np.int16))
    while algoxtools.exact_cover(array):
        yield [int(row) - 1 for row in array[-1, 1 : array[0, 0, -1], -1]]
