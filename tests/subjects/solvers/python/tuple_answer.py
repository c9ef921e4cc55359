from itertools import product


def covers(r, c, n):
    return (r, c), (r, 'row', n), (c, 'col', n), (r // 3, c // 3, n)


def solve(grid):
    """-> (solvable, grid)"""
    done = {key for r, c in product(range(9), range(9)) if grid[r][c] for key in covers(r, c, grid[r][c])}
    moves = {}
    for r, c, n in product(range(9), range(9), range(1, 10)):
        keys = covers(r, c, n)
        possible = done.isdisjoint(keys)
        for key in keys:
            if key not in done:
                moves.setdefault(key, [])
                if possible:
                    moves[key].append((r, c, n))
    for r, c, n in min(moves.values(), key=len, default=[]):
        solved, result = solve([[n if (i, j) == (r, c) else grid[i][j] for j in range(9)] for i in range(9)])
        if solved:
            return True, result
    return not moves, grid
