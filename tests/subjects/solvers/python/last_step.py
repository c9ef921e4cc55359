ITEMS = {(r, c, n): {(r, c), ('r', r, n), ('c', c, n), ('b', r // 3, c // 3, n)}
         for r in range(9) for c in range(9) for n in range(1, 10)}
ALL = set().union(*ITEMS.values())


def fewest(board):
    met = {x for r in range(9) for c in range(9) if board[r][c] for x in ITEMS[r, c, board[r][c]]}
    moves = {x: [] for x in ALL - met}
    for move, items in ITEMS.items():
        if items.isdisjoint(met):
            for x in items:
                moves[x].append(move)
    return min(moves.values(), key=len, default=[])


def solve(board):
    """Yields the board after each step, for the animation in the notebook."""
    yield board
    for r, c, n in fewest(board):
        board[r][c] = n
        yield from solve(board)
        if all(all(row) for row in board):
            return
        board[r][c] = 0
        yield board
