print('Welcome to the Sudoku solver! Use 0 for empty squares.')
board = [[int(ch) for ch in input(f'Row {r + 1}: ')] for r in range(9)]
rules = {(r, c, n): [(r, c), ('r', r, n), ('c', c, n), (r // 3, c // 3, n)]
         for r in range(9) for c in range(9) for n in range(1, 10)}


def solve():
    used = {rule for (r, c, n), own in rules.items() if board[r][c] == n for rule in own}
    moves = {rule: [] for rule in set().union(*rules.values()) - used}
    for move, own in rules.items():
        if used.isdisjoint(own):
            for rule in own:
                moves[rule].append(move)
    for r, c, n in min(moves.values(), key=len, default=[]):
        board[r][c] = n
        if solve():
            return True
        board[r][c] = 0
    return not moves


if solve():
    print('Here is the answer:', *board, sep='\n')
else:
    print('Sorry, this has no solution.')
