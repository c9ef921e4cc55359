"""The search that several of these solvers share: the cell with the fewest possible digits first."""


def free(rows, r, c):
    box = {rows[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] for k in range(9)}
    return {1, 2, 3, 4, 5, 6, 7, 8, 9}.difference(rows[r], (row[c] for row in rows), box)


def fill(rows):
    """Solve rows of numbers in place, 0 for an empty cell; return whether there is a solution."""
    moves = {(r, c): free(rows, r, c) for r in range(9) for c in range(9) if not rows[r][c]}
    if not moves:
        return True
    r, c = min(moves, key=lambda cell: len(moves[cell]))
    for rows[r][c] in moves[r, c]:
        if fill(rows):
            return True
    rows[r][c] = 0
    return False
