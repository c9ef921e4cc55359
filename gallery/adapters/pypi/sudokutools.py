"""sudokutools: `solve.dlx` yields solutions."""

from itertools import islice

from sudokutools.solve import dlx
from sudokutools.sudoku import Sudoku


def _solutions(puzzle, limit):
    decoded = Sudoku.decode(puzzle.replace(".", "0"))
    return [found.encode(include_candidates=False) for found in islice(dlx(decoded), limit)]


def solve(puzzle):
    """The first solution, or None."""
    return next(iter(_solutions(puzzle, 1)), None)


def count(puzzle):
    """The number of solutions, to 2."""
    return len(_solutions(puzzle, 2))
