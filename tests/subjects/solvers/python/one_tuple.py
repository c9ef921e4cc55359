from functools import cache

from search import fill


@cache
def solve(cells):
    rows = [list(cells[start:start + 9]) for start in range(0, 81, 9)]
    return tuple(sum(rows, [])) if fill(rows) else None
