"""algorithm-x: `solve` is a generator of covers, as lists of the tags of rows, by default their numbers."""

from algorithm_x import AlgorithmX


def covers(primary, options):
    """A search for covers, as lists of option numbers."""
    solver = AlgorithmX(len(primary))
    for option in options:
        solver.appendRow([primary.index(item) for item in option])
    return solver.solve
