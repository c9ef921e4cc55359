"""easy-sudoku-solver: `solve` takes and returns 81 characters."""

from sudoku_solver import SudokuSolver


def solve(puzzle):
    """The result of `solve`."""
    return SudokuSolver(puzzle.replace(".", "0")).solve()
