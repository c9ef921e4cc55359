"""saro476-sudoku's board; solving yields its steps."""

from board import rows, text
from sudokuai.SudokuBoard import SudokuBoard


def solve(puzzle):
    """The board after the last step."""
    board = SudokuBoard(initialValues=rows(puzzle))
    for _ in board.solve():
        pass
    return text(board.solvedNumbers)
