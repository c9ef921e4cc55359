def constraints(r, c, n):
    return {(r, c), ('r', r, n), ('c', c, n), ('b', r - r % 3 + c // 3, n)}


RULES = [[[constraints(r, c, n) for n in range(10)] for c in range(9)] for r in range(9)]
ALL = {rule for line in RULES for cell in line for rules in cell[1:] for rule in rules}


def solve(board, row, col):
    """Solve the board in place. row, col: the square to begin the scan with."""
    met = set().union(*(RULES[r][c][board[r][c]] for r in range(9) for c in range(9) if board[r][c] > 0))
    moves = {rule: [] for rule in ALL - met}
    for r, c in [((row + k // 9) % 9, (col + k) % 9) for k in range(81)]:
        if board[r][c] == 0:
            for n in range(1, 10):
                if met.isdisjoint(RULES[r][c][n]):
                    for rule in RULES[r][c][n]:
                        moves[rule].append((r, c, n))
    for r, c, n in min(moves.values(), key=len, default=[]):
        board[r][c] = n
        if solve(board, r, c):
            return True
        board[r][c] = 0
    return moves == {}
