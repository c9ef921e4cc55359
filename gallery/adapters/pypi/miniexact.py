"""miniexact: algorithm X; each call of `solve` looks for another solution, and returns 10 if there is one."""

from cover import ITEMS, OPTIONS, grid, possible
from miniexact import miniexacts_x


def _solutions(puzzle, limit):
    problem = miniexacts_x()
    items = [problem.primary(str(item)) for item in range(ITEMS)]
    options = {problem.add([items[item] for item in OPTIONS[option]]): option for option in possible(puzzle)}
    found = []
    while len(found) < limit and problem.solve() == 10:
        found.append(grid([options[chosen] for chosen in problem.selected_options()]))
    return found


def solve(puzzle):
    """The first solution, or None."""
    return next(iter(_solutions(puzzle, 1)), None)


def count(puzzle):
    """The number of solutions, to 2."""
    return len(_solutions(puzzle, 2))
