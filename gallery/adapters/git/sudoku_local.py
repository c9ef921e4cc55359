"""1nsane-0/Sudoku-Local: `backtrack` takes a dict of cells, called as in its sudoku_site_api.py."""

from itertools import product

from source import load

_SOLVER = load("sudoku_solver.py")
_CELLS = list(product(range(9), repeat=2))


def solve(puzzle):
    """The solution, None if the function returns None."""
    assignment = dict(zip(_CELLS, map(int, puzzle.replace(".", "0")), strict=True))
    solution = _SOLVER.backtrack(assignment, _CELLS, range(1, 10))
    return solution and "".join(str(solution[cell]) for cell in _CELLS)
