"""Small exact-cover solvers for tests."""

from pathlib import Path

SEARCH = """\
def _all(options, primary=None):
    chosen = []

    def search(left, used):
        if not left:
            yield list(chosen)
            return
        item = min(left, key=lambda name: sum(name in option and used.isdisjoint(option) for option in options))
        for number, option in enumerate(options):
            if item in option and used.isdisjoint(option):
                chosen.append(number)
                yield from search(left.difference(option), used.union(option))
                chosen.pop()

    return search(set().union(*options) if primary is None else set(primary), set())

"""
"""Algorithm X with sets, without colors."""

RIGHT = "def covers(primary, options):\n    return list(_all(options, primary))\n"
WRONG = """\
def covers(primary, options):
    found = list(_all(options, primary))
    return found if len(set(map(tuple, options))) == len(options) else found[1:]
"""
"""Misses a cover if an option occurs twice."""


def write_solver(folder: Path, source: str) -> str:
    """Write a Python solver with this source, which may use `_all`, and return its specification."""
    path = folder / "solver.py"
    path.write_text(SEARCH + source)
    return f"python:{path}"
