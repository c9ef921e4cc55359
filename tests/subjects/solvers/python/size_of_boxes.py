from search import fill


def solve_sudoku(size, grid):
    height, width = size
    if height * width != len(grid):
        raise ValueError(size)
    rows = [list(row) for row in grid]
    if fill(rows):
        yield rows
