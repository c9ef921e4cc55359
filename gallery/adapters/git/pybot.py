"""7irth/PyBot: a class that takes 81 digits."""

from board import text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The grid after solving, None if the class refuses or gives up."""
    sudoku = _SOLVER.Sudoku()
    is_solved = sudoku.get_input(puzzle.replace(".", "0")) and sudoku.solve()
    return text(sudoku.sudoku) if is_solved else None
