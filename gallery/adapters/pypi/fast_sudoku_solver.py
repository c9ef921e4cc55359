"""fast-sudoku-solver: `SudokuSolver.solve` returns 81 characters, or None if a solution cannot be found."""

from fast_sudoku_solver.sudoku_solver import SudokuSolver


def solve(puzzle):
    """The result of `solve`."""
    return SudokuSolver.solve(puzzle)
