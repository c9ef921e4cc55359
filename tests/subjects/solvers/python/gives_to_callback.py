from search import fill


def solve_grid(grid, callback):
    rows = [list(row) for row in grid]
    if fill(rows):
        callback(rows)
