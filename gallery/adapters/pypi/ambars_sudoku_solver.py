"""ambars-sudoku-solver: the backtracking solver collects up to 6 solutions; it gives up after 2 seconds."""

import time

from ambars_sudoku_solver.helpers.errors import SolverTimeoutError
from ambars_sudoku_solver.solvers.backtracking_solution import solve_square
from ambars_sudoku_solver.sudoku_cube import Sudoku


def solve(puzzle):
    """The first solution, or None if there is none, or if its own time is up."""
    rows = [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    sudoku = Sudoku(rows)
    try:
        solve_square(sudoku, time.perf_counter())
    except SolverTimeoutError:
        return None
    return "".join(str(cell) for row in sudoku.solutions[0] for cell in row) if sudoku.solutions else None
