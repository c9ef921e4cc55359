from search import fill


def solve(puzzle):
    if not all(type(row) is tuple for row in puzzle):
        raise TypeError(puzzle)
    rows = [list(row) for row in puzzle]
    fill(rows)
    return tuple(map(tuple, rows))
