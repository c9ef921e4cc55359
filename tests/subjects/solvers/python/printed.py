RULES = {(y, x, n): ((y, x), ('row', y, n), ('column', x, n), ('square', y // 3, x // 3, n))
         for y in range(9) for x in range(9) for n in range(1, 10)}
ALL_RULES = {rule for rules in RULES.values() for rule in rules}


def search(board):
    kept = {rule for y in range(9) for x in range(9) if board[y][x] for rule in RULES[y, x, board[y][x]]}
    moves = {rule: [] for rule in ALL_RULES - kept}
    for move, rules in RULES.items():
        if kept.isdisjoint(rules):
            for rule in rules:
                moves[rule].append(move)
    for y, x, n in min(moves.values(), key=len, default=[]):
        board[y][x] = n
        if search(board):
            return True
        board[y][x] = 0
    return not moves


def solve(board):
    if search(board):
        for row in board:
            print(' '.join(str(n) for n in row))
    else:
        print("No solution exists")
