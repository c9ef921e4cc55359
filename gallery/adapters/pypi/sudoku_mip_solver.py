"""sudoku-mip-solver: `solve` returns whether there is a solution; `find_all_solutions` takes a limit."""

from board import rows, text
from sudoku_mip_solver import SudokuMIPSolver


def solve(puzzle):
    """The solution, or None if it returns False."""
    solver = SudokuMIPSolver(rows(puzzle, empty=None), 3)
    return text(solver.get_solution()) if solver.solve() else None
