"""sudoku-variants: `SudokuAI.solve` returns a solved object under the standard rules, or None."""

from board import rows, text
from sudoku_variants import Sudoku, SudokuAI
from sudoku_variants.func.rules import with_standard_rules


def solve(puzzle):
    """The board of the object, or None."""
    solved = SudokuAI.solve(Sudoku(rows(puzzle), with_standard_rules([])))
    return text(solved.board) if solved else None
