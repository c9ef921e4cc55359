"""keon/algorithms: `Sudoku(board, 9, 9).solve()` fills rows of characters in place and returns whether it could."""

from board import rows
from source import load

_SOLVER = load("algorithms/graph/sudoku_solver.py")


def solve(puzzle):
    """The board after the call, or None if it returns False."""
    sudoku = _SOLVER.Sudoku([[str(cell) for cell in row] for row in rows(puzzle, empty=".")], 9, 9)
    return "".join(map("".join, sudoku.board)) if sudoku.solve() else None
