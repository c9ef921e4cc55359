"""fungame-sudoku: `sudoku_solve_solution` returns nine rows, or raises SudokuUnsolvableError."""

from board import text
from fungame.sudoku import SudokuUnsolvableError, sudoku_solve_solution


def solve(puzzle):
    """The rows, or None after SudokuUnsolvableError."""
    try:
        return text(sudoku_solve_solution([int(cell) for cell in puzzle.replace(".", "0")]))
    except SudokuUnsolvableError:
        return None
