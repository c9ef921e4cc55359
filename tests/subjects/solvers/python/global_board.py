board = [[7, 8, 0, 4, 0, 0, 1, 2, 0], [6, 0, 0, 0, 7, 5, 0, 0, 9], [0, 0, 0, 6, 0, 1, 0, 7, 8],
         [0, 0, 7, 0, 4, 0, 2, 6, 0], [0, 0, 1, 0, 5, 0, 9, 3, 0], [9, 0, 4, 0, 6, 0, 0, 0, 5],
         [0, 7, 0, 3, 0, 0, 0, 1, 2], [1, 2, 0, 0, 0, 7, 4, 0, 0], [0, 4, 9, 2, 0, 6, 0, 0, 7]]
needs = {(r, c, n): [(r, c), ('r', r, n), ('c', c, n), ('b', r // 3, c // 3, n)]
         for r in range(9) for c in range(9) for n in range(1, 10)}
all_needs = set().union(*needs.values())


def solve():
    met = set()
    for r in range(9):
        for c in range(9):
            if board[r][c] != 0:
                met.update(needs[r, c, board[r][c]])
    moves = {need: [] for need in all_needs - met}
    for move in needs:
        if met.isdisjoint(needs[move]):
            for need in needs[move]:
                moves[need].append(move)
    for r, c, n in min(moves.values(), key=len, default=[]):
        board[r][c] = n
        if solve():
            return True
        board[r][c] = 0
    return len(moves) == 0
