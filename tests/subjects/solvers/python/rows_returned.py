from copy import deepcopy

from search import fill


def solve_sudoku(grid):
    """Return a solved copy of the grid (9 lists of 9 ints, 0 is empty), or None."""
    attempt = deepcopy(grid)
    if not any(0 in row for row in attempt):
        return attempt
    return attempt if fill(attempt) else None
