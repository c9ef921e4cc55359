"""sudokusolver: `solveBoard` fills rows in place, or raises an exception that says so."""

from board import rows, text
from SudokuSolver.solver import solveBoard


def solve(puzzle):
    """The board that it returns, or None after "CAN NOT SOLVE THE BOARD"."""
    try:
        return text(solveBoard(rows(puzzle)))
    except Exception as error:
        if "CAN NOT SOLVE" not in str(error):
            raise
        return None
