"""sudokuapi: `solve` fills the grid of the object; the package itself does not export the class, its module does."""

from sudokuapi.sudokuapi import Sudoku


def solve(puzzle):
    """The grid after `solve`."""
    rows = [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    sudoku = Sudoku(rows)
    sudoku.solve()
    return "".join(str(cell or ".") for row in sudoku.grid for cell in row)
