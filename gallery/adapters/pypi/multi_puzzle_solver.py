"""multi-puzzle-solver: `solve_and_print` of a board of characters returns all solutions as digits by position."""

import numpy
from board import rows
from puzzle_solver import sudoku_solver


def solve(puzzle):
    """The digits of the first solution, or None."""
    board = numpy.array([[str(cell) for cell in row] for row in rows(puzzle, empty=" ")])
    found = sudoku_solver.Board(board=board, unique_diagonal=True).solve_and_print(verbose=False)
    if not found:
        return None
    digits = {(position.y, position.x): digit for position, digit in found[0].assignment.items()}
    return "".join(str(digits[position]) for position in sorted(digits))
