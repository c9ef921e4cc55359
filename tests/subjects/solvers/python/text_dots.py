"""Solves a Sudoku given as a string of 81 characters, row by row, with dots for the empty squares."""

ITEMS = {(i, d): (i, ('row', i // 9, d), ('col', i % 9, d), ('box', i // 27, i % 9 // 3, d))
         for i in range(81) for d in '123456789'}
ALL = {item for items in ITEMS.values() for item in items}


def solve(s):
    done = {item for i, d in enumerate(s) if d != '.' for item in ITEMS[i, d]}
    moves = {item: [] for item in ALL - done}
    for move, items in ITEMS.items():
        if done.isdisjoint(items):
            for item in items:
                moves[item].append(move)
    if not moves:
        return s
    for i, d in min(moves.values(), key=len):
        answer = solve(s[:i] + d + s[i + 1:])
        if answer:
            return answer
