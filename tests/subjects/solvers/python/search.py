"""The search that several of these solvers share: the cell with the fewest possible digits first."""


def free(rows, r, c):
    box = {rows[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] for k in range(9)}
    return {1, 2, 3, 4, 5, 6, 7, 8, 9}.difference(rows[r], (row[c] for row in rows), box)


def solutions(rows):
    """Fill rows of numbers, 0 for an empty cell, with one solution after the other; restore them at the end."""
    moves = {(r, c): free(rows, r, c) for r in range(9) for c in range(9) if not rows[r][c]}
    if not moves:
        yield rows
        return
    r, c = min(moves, key=lambda cell: len(moves[cell]))
    for rows[r][c] in moves[r, c]:
        yield from solutions(rows)
    rows[r][c] = 0


def fill(rows):
    """Solve rows of numbers in place; return whether there is a solution."""
    return next(solutions(rows), None) is not None
