"""norvig/pytudes: `solve` returns a dictionary from squares to digits, or a false value."""

from source import load

_SOLVER = load("py/sudoku.py")


def solve(puzzle):
    """The digits of the squares, row by row; None if it returns a false value."""
    values = _SOLVER.solve(puzzle)
    return "".join(values[square] for square in _SOLVER.squares) if values else None
