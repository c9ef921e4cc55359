from search import fill


def solve(grid):
    """-> (solvable, grid)"""
    rows = [row[:] for row in grid]
    solvable = fill(rows)
    return solvable, rows
