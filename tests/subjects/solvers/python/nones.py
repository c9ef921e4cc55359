from typing import List, Optional

Grid = List[List[Optional[int]]]


def solve(grid: Grid) -> Optional[Grid]:
    """None marks an empty square, in the argument and if there is no solution."""
    groups = {("row", r): row for r, row in enumerate(grid)} | {("col", c): col for c, col in enumerate(zip(*grid))}
    for b in range(9):
        groups["block", b] = [grid[b // 3 * 3 + k // 3][b % 3 * 3 + k % 3] for k in range(9)]
    moves = {(name, n): [] for name, group in groups.items() for n in range(1, 10) if n not in group}
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            if value is None:
                moves[r, c] = []
                for n in range(1, 10):
                    keys = (("row", r), n), (("col", c), n), (("block", r // 3 * 3 + c // 3), n)
                    if all(key in moves for key in keys):
                        for key in ((r, c), *keys):
                            moves[key].append((r, c, n))
    for r, c, n in min(moves.values(), key=len, default=[]):
        solution = solve([[n if (i, j) == (r, c) else grid[i][j] for j in range(9)] for i in range(9)])
        if solution is not None:
            return solution
    return None if moves else grid
