"""A-Cross/Sudoku-Solver: `sudoku_solver` takes an array and returns one, of -1 if there is no solution."""

import numpy as np
from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The solution, None for an array of -1."""
    board = _SOLVER.sudoku_solver(np.array(rows(puzzle))).tolist()
    return None if board[0][0] == -1 else text(board)
