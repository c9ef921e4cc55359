"""Aditta-das/LeetCode-Testing: LeetCode 37, without the pause and the table in each step, also of its example."""

import sys
from types import SimpleNamespace
from unittest.mock import patch

from board import rows, text
from source import load

_STANDINS = {"time": SimpleNamespace(sleep=lambda _: None), "tabulate": SimpleNamespace(tabulate=lambda *_, **__: "")}

with patch.dict(sys.modules, _STANDINS):
    _SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The board, which the method fills in."""
    board = [[str(cell or ".") for cell in row] for row in rows(puzzle)]
    _SOLVER.Solution().solveSudoku(board)
    return text(board)
