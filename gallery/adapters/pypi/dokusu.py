"""dokusu: `Sudoku(array).solve()` returns an array, or None if it finds no solution."""

import numpy as np
from board import rows, text
from dokusu import Sudoku


def solve(puzzle):
    """The array it returns, or None."""
    solution = Sudoku(np.array(rows(puzzle))).solve()
    return None if solution is None else text([[int(cell) for cell in row] for row in solution])
