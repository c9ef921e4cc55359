"""saro476-sudoku's board; solving yields its steps, and its numbers are powers of two."""

from board import rows, text
from sudokuai.SudokuBoard import SudokuBoard


def solve(puzzle):
    """The board after the last step."""
    board = SudokuBoard(initialValues=rows(puzzle))
    for _ in board.solve():
        pass
    return text([[number.bit_length() - 1 if number else 0 for number in row] for row in board.solvedNumbers])
