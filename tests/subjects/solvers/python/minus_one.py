EMPTY = -1




def solve(puzzle):
    """-1 marks an empty square; the solution is a new list, None if there is none."""
    groups = {("row", r): row for r, row in enumerate(puzzle)} | {("col", c): col for c, col in enumerate(zip(*puzzle))}
    for b in range(9):
        groups["block", b] = [puzzle[b // 3 * 3 + k // 3][b % 3 * 3 + k % 3] for k in range(9)]
    moves = {(name, n): [] for name, group in groups.items() for n in range(1, 10) if n not in group}
    for r, row in enumerate(puzzle):
        for c, value in enumerate(row):
            if value == EMPTY:
                moves[r, c] = []
                for n in range(1, 10):
                    keys = (("row", r), n), (("col", c), n), (("block", r // 3 * 3 + c // 3), n)
                    if all(key in moves for key in keys):
                        for key in ((r, c), *keys):
                            moves[key].append((r, c, n))
    for r, c, n in min(moves.values(), key=len, default=[]):
        solution = solve([[n if (i, j) == (r, c) else puzzle[i][j] for j in range(9)] for i in range(9)])
        if solution is not None:
            return solution
    return None if moves else puzzle
