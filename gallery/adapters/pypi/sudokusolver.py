"""sudokusolver: `solveBoard` fills rows in place and returns them; it gets only proper puzzles."""

from board import rows, text
from SudokuSolver import solveBoard


def solve(puzzle):
    """The board it returns."""
    return text(solveBoard(rows(puzzle)))
