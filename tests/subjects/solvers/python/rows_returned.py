from search import fill


def solve_sudoku(grid):
    """Return a solved copy of the grid (9 lists of 9 ints, 0 is empty), or None."""
    attempt = [[int(cell) for cell in row] for row in grid]
    return attempt if fill(attempt) else None
