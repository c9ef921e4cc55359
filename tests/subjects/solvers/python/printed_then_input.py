import time

KEYS = {(r, c, n): {(r, c), ('r', r, n), ('c', c, n), (r // 3, c // 3, n)}
        for r in range(9) for c in range(9) for n in range(1, 10)}


def solve(grid):
    start = time.time()
    todo = set().union(*KEYS.values())
    for move in KEYS:
        if grid[move[0]][move[1]] == move[2]:
            todo -= KEYS[move]
    if backtrack(grid, todo, [move for move in KEYS if KEYS[move] <= todo]):
        print("Solved in {:.2f} seconds:".format(time.time() - start))
        for row in grid:
            print("| {} {} {} | {} {} {} | {} {} {} |".format(*row))
    else:
        print("Impossible")
    input("Press Enter to close")


def backtrack(grid, todo, moves):
    ways = {key: [] for key in todo}
    for move in moves:
        for key in KEYS[move]:
            ways[key].append(move)
    for r, c, n in min(ways.values(), key=len, default=[]):
        grid[r][c] = n
        left = todo - KEYS[r, c, n]
        if backtrack(grid, left, [move for move in moves if KEYS[move] <= left]):
            return True
        grid[r][c] = 0
    return not todo
