"""basicsudoku: `BasicSolver(board)` solves the board in place; it raises SudokuBoardException for contradictions."""

from basicsudoku import SudokuBoard
from basicsudoku.solvers import BasicSolver


def solve(puzzle):
    """The symbols of the board after solving."""
    board = SudokuBoard(symbols=puzzle)
    BasicSolver(board)
    return "".join(board.symbols)
