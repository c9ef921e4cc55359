import sys

if len(sys.argv) != 2:
    sys.exit('usage: python with_argv.py PUZZLE')
grid = [int(ch) for ch in sys.argv[1].replace('.', '0')]
needs = {(i, n): {i, (i // 9, 'r', n), (i % 9, 'c', n), (i // 27, i % 9 // 3, n)} for i in range(81) for n in range(1, 10)}


def solve():
    todo = set().union(*needs.values()).difference(*(needs[i, n] for i, n in enumerate(grid) if n))
    moves = {need: [] for need in todo}
    for move in needs:
        if needs[move] <= todo:
            for need in needs[move]:
                moves[need].append(move)
    for i, n in min(moves.values(), key=len, default=[]):
        grid[i] = n
        if solve():
            return True
        grid[i] = 0
    return not moves


print(''.join(map(str, grid)) if solve() else 'no solution')
