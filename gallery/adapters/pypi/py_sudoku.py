"""py-sudoku: `solve` with `assert_solvable`, so that it raises if it finds no solution."""

from sudoku import Sudoku
from sudoku.sudoku import UnsolvableSudoku


def solve(puzzle):
    """The board it returns, or None if it raises UnsolvableSudoku."""
    rows = [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    try:
        board = Sudoku(3, 3, board=rows).solve(assert_solvable=True).board
    except UnsolvableSudoku:
        return None
    return "".join(str(cell or ".") for row in board for cell in row)
