import numpy as np

R, C, N = np.indices((9, 9, 9)).reshape(3, -1)
ITEMS = np.stack([9 * R + C, 81 + 9 * R + N, 162 + 9 * C + N, 243 + 9 * (R // 3 * 3 + C // 3) + N], axis=1)


def solve(grid):
    """Solve a 9x9 array in place; return whether there is a solution."""
    assert grid.shape == (9, 9)
    done = np.zeros(324, dtype=bool)
    done[ITEMS[grid[R, C] == N + 1]] = True
    moves = np.flatnonzero(~done[ITEMS].any(axis=1))
    counts = np.bincount(ITEMS[moves].ravel(), minlength=324) + 10 * done
    best = counts.argmin()
    if counts[best] == 10:
        return True
    for move in moves[(ITEMS[moves] == best).any(axis=1)]:
        grid[R[move], C[move]] = N[move] + 1
        if solve(grid):
            return True
        grid[R[move], C[move]] = 0
    return False
