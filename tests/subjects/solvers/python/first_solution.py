from search import free


def solve(grid):
    """Generates all solutions of a grid: a list of nine lists, 0 for an unknown digit."""
    moves = {(r, c): free(grid, r, c) for r in range(9) for c in range(9) if not grid[r][c]}
    if not moves:
        yield [row[:] for row in grid]
        return
    r, c = min(moves, key=lambda cell: len(moves[cell]))
    for n in moves[r, c]:
        yield from solve([[n if (i, j) == (r, c) else grid[i][j] for j in range(9)] for i in range(9)])
