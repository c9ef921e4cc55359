ITEMS = [[[(y, x), ('row', y, n), ('col', x, n), ('block', y // 3, x // 3, n)] for n in range(1, 10)]
         for y in range(9) for x in range(9)]


def solve(grid):
    """Fills the grid in place. True if it worked."""
    places = {}
    for digits in ITEMS:
        for items in digits:
            for item in items:
                places[item] = []
    cells = sum(grid, [])
    for i, n in enumerate(cells):
        if n:
            for item in ITEMS[i][n - 1]:
                places.pop(item, None)
    for i, n in enumerate(cells):
        if not n:
            for digit, items in enumerate(ITEMS[i], 1):
                if all(item in places for item in items):
                    for item in items:
                        places[item].append((i // 9, i % 9, digit))
    for y, x, n in min(places.values(), key=len, default=[]):
        grid[y][x] = n
        if solve(grid):
            return True
        grid[y][x] = 0
    return not places
