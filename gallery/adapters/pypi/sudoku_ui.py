"""sudoku-ui's function, with its default algorithm."""

from sudoku.solver import solve as solve_string


def solve(puzzle):
    """The solution, None if the package returns None."""
    solution = solve_string(sudoku_string=puzzle)
    return solution and solution.get_condensed_string()
