from search import free


def solve(board, row, col):
    """Solve the board in place. row, col: the square to begin the scan with."""
    squares = [((row + k // 9) % 9, (col + k) % 9) for k in range(81)]
    moves = {(r, c): free(board, r, c) for r, c in squares if board[r][c] == 0}
    r, c = min(moves, key=lambda square: len(moves[square]), default=(row, col))
    for n in moves.get((r, c), ()):
        board[r][c] = n
        if solve(board, r, c):
            return True
        board[r][c] = 0
    return moves == {}
