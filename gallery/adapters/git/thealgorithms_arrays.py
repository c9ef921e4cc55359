"""TheAlgorithms/Python: Norvig's solver with another search; `solve` returns a dictionary, or False."""

from source import load

_SOLVER = load("data_structures/arrays/sudoku_solver.py")


def solve(puzzle):
    """The digits of the squares, row by row; None if it returns False."""
    values = _SOLVER.solve(puzzle)
    return "".join(values[square] for square in _SOLVER.squares) if values else None
