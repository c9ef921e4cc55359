from itertools import product

ITEMS = {(r, c, n): [('cell', r, c), ('row', r, n), ('col', c, n), ('box', r // 3 * 3 + c // 3, n)]
         for r, c, n in product(range(9), range(9), range(1, 10))}


def select(options, option):
    gone = set().union(*(options.get(item, ()) for item in ITEMS[option]))
    return {item: left - gone for item, left in options.items() if item not in ITEMS[option]}


def search(options, grid):
    if not options:
        yield [row[:] for row in grid]
        return
    for r, c, n in min(options.values(), key=len):
        grid[r][c] = n
        yield from search(select(options, (r, c, n)), grid)


def solve(grid):
    """Generates all solutions of a grid: a list of nine lists, 0 for an unknown digit."""
    options = {}
    for option, items in ITEMS.items():
        for item in items:
            options.setdefault(item, set()).add(option)
    for r, c in product(range(9), range(9)):
        if grid[r][c]:
            options = select(options, (r, c, grid[r][c]))
    yield from search(options, grid)
