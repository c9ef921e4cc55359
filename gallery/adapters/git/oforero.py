"""AIND-Sudoku of oforero: `solve` takes `use_diagonal`, and returns a board whose text is 81 characters, or None."""

from source import load

_SOLVER = load("solution.py")


def solve(puzzle):
    """The text of the board, or None."""
    board = _SOLVER.solve(puzzle, use_diagonal=True)
    return str(board) if board else None
