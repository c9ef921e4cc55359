"""dlxsudoku: `solve` raises SudokuHasMultipleSolutionsError and SudokuHasNoSolutionError."""

from dlxsudoku import Sudoku
from dlxsudoku.exceptions import SudokuHasMultipleSolutionsError, SudokuHasNoSolutionError


def _solved(puzzle):
    sudoku = Sudoku(puzzle.replace(".", "0"))
    sudoku.solve()
    return sudoku.to_oneliner()


def solve(puzzle):
    """The solution, or None if it raises SudokuHasNoSolutionError."""
    try:
        return _solved(puzzle)
    except SudokuHasNoSolutionError:
        return None


def count(puzzle):
    """0 or 2 for its exceptions, else 1."""
    try:
        _solved(puzzle)
    except SudokuHasNoSolutionError:
        return 0
    except SudokuHasMultipleSolutionsError:
        return 2
    return 1
