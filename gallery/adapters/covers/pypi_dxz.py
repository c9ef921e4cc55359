"""dxz: `dxz_solve` returns all covers of a matrix, given as one list; 0 is for no limit."""

from dxz import dxz_solve


def covers(primary, options):
    """The covers as lists of row numbers."""
    matrix = [int(item in option) for option in options for item in primary]
    return dxz_solve(len(options), len(primary), matrix, 0)
