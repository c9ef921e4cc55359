"""Abhishek-commits/sudokuSolver: the program repeats `num_checker` 50 times on the array `sudoku`."""

import numpy as np
from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The array after 50 rounds, None if a cell is open."""
    _SOLVER.sudoku = np.array(rows(puzzle, ""))
    for _ in range(50):
        _SOLVER.num_checker()
    return None if "" in _SOLVER.sudoku else text(_SOLVER.sudoku)
