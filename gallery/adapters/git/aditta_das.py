"""Aditta-das/LeetCode-Testing: LeetCode 37, without the pause in each step; the file solves an example when loaded."""

import sys
from types import SimpleNamespace
from unittest.mock import patch

import tabulate  # noqa: F401 - it must find the real module `time`
from board import rows, text
from source import load

with patch.dict(sys.modules, time=SimpleNamespace(sleep=lambda _: None)):
    _SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The board, which the method fills in."""
    board = [[str(cell or ".") for cell in row] for row in rows(puzzle)]
    _SOLVER.Solution().solveSudoku(board)
    return text(board)
