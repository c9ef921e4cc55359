"""dokusu: `Sudoku.solve` returns a solved object, or None; its import makes a folder `exports`."""

import numpy as np
from board import rows, text
from dokusu.core import Sudoku


def solve(puzzle):
    """The board of the object, or None."""
    solved = Sudoku(np.array(rows(puzzle), dtype=np.uint8)).solve()
    return text(solved.board) if solved else None
