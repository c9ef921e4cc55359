from search import free


def solve(board):
    """Yields the board after each step, for the animation in the notebook."""
    yield board
    moves = {(r, c): free(board, r, c) for r in range(9) for c in range(9) if not board[r][c]}
    r, c = min(moves, key=lambda cell: len(moves[cell]), default=(0, 0))
    for n in moves.get((r, c), ()):
        board[r][c] = n
        yield from solve(board)
        if all(all(row) for row in board):
            return
        board[r][c] = 0
        yield board
