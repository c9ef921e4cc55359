"""nayuki/Project-Euler-solutions, problem 96: `solve` returns a list of 81 numbers, or fails an assertion."""

from source import load

_SOLVER = load("python/p096.py")


def solve(puzzle):
    """The list as 81 digits."""
    return "".join(map(str, _SOLVER.solve(puzzle.replace(".", "0"))))
