"""pydoku: `Board.solve` returns a solved board."""

from board import rows, text
from pydoku.board import Board


def solve(puzzle):
    """The solved board, or None if it returns nothing."""
    board = Board()
    for index, row in enumerate(rows(puzzle)):
        board[index] = row
    solved = board.solve()
    return text([solved[index] for index in range(9)]) if solved else None
