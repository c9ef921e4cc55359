"""doocs/leetcode: `solveSudoku` fills rows of characters in place; the file needs `List`, as on LeetCode."""

import builtins

from board import rows
from source import load

builtins.List = list
_SOLVER = load("solution/0000-0099/0037.Sudoku Solver/Solution.py").Solution


def solve(puzzle):
    """The board after the call."""
    board = [[str(cell) for cell in row] for row in rows(puzzle, empty=".")]
    _SOLVER().solveSudoku(board)
    return "".join(map("".join, board))
