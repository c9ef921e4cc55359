"""The grid of bsum-sudoku, without its window; it raises RuntimeError without a solution."""

from sudoku.core.sudoku_grid import sudoku_grid


def solve(puzzle):
    """The solution."""
    grid = sudoku_grid([int(cell) for cell in puzzle.replace(".", "0")])
    grid.solve()
    return "".join(map(str, grid.grid))
