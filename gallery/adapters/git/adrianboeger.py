"""AdrianBoeger/Challenges: `solve` fills in a matrix, as far as its rules reach."""

from board import rows, text
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The matrix, None if a cell is open."""
    matrix = rows(puzzle)
    _SOLVER.solve(matrix)
    return None if any(0 in row for row in matrix) else text(matrix)
