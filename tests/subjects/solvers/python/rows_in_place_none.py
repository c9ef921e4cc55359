class NoSolution(Exception):
    pass


def items(r, c, n):
    return {(r, c), (r, 'row', n), (c, 'col', n), (r // 3, c // 3, n)}


ITEMS = {(r, c, n): items(r, c, n) for r in range(9) for c in range(9) for n in range(1, 10)}


def solve(board):
    todo = set().union(*ITEMS.values())
    for r in range(9):
        for c in range(8):
            if board[r][c] != 0:
                todo -= ITEMS[r, c, board[r][c]]
    if not search(board, todo, [option for option in ITEMS if ITEMS[option] <= todo]):
        raise NoSolution


def search(board, todo, options):
    moves = {item: [] for item in todo}
    for option in options:
        for item in ITEMS[option]:
            moves[item].append(option)
    for r, c, n in min(moves.values(), key=len, default=[]):
        board[r][c] = n
        left = todo - ITEMS[r, c, n]
        if search(board, left, [option for option in options if ITEMS[option] <= left]):
            return True
    return not todo
