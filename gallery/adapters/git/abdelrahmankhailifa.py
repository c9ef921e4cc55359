"""Abdelrahmankhailifa/sudoku-agent-solver: the depth-first search that sudoku_solver.py offers beside two others."""

from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The solution, None if the function returns None."""
    board = _SOLVER.solve_dfs(rows(puzzle))
    return board and text(board)
