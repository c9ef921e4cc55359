grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], [0, 9, 8, 0, 0, 0, 0, 6, 0],
        [8, 0, 0, 0, 6, 0, 0, 0, 3], [4, 0, 0, 8, 0, 3, 0, 0, 1], [7, 0, 0, 0, 2, 0, 0, 0, 6],
        [0, 6, 0, 0, 0, 0, 2, 8, 0], [0, 0, 0, 4, 1, 9, 0, 0, 5], [0, 0, 0, 0, 8, 0, 0, 7, 9]]
items = {(y, x, n): {(y, x), ('row', y, n), ('col', x, n), (y // 3, x // 3, n)}
         for y in range(9) for x in range(9) for n in range(1, 10)}


def solve():
    global grid
    todo = set().union(*items.values())
    for y in range(9):
        for x in range(9):
            if grid[y][x] != 0:
                todo -= items[y, x, grid[y][x]]
    moves = {item: [] for item in todo}
    for move in items:
        if items[move] <= todo:
            for item in items[move]:
                moves[item].append(move)
    if not moves:
        print('\n'.join(map(str, grid)))
        return
    for y, x, n in min(moves.values(), key=len):
        grid[y][x] = n
        solve()
        grid[y][x] = 0
