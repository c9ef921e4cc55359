from search import free

grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], [0, 9, 8, 0, 0, 0, 0, 6, 0],
        [8, 0, 0, 0, 6, 0, 0, 0, 3], [4, 0, 0, 8, 0, 3, 0, 0, 1], [7, 0, 0, 0, 2, 0, 0, 0, 6],
        [0, 6, 0, 0, 0, 0, 2, 8, 0], [0, 0, 0, 4, 1, 9, 0, 0, 5], [0, 0, 0, 0, 8, 0, 0, 7, 9]]


def solve():
    moves = {(y, x): free(grid, y, x) for y in range(9) for x in range(9) if grid[y][x] == 0}
    if not moves:
        print('\n'.join(map(str, grid)))
        input('More?')
        return
    y, x = min(moves, key=lambda cell: len(moves[cell]))
    for n in moves[y, x]:
        grid[y][x] = n
        solve()
        grid[y][x] = 0


solve()
