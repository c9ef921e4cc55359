# Example: X1XXXX6XX...   (X = unknown)
LINES = [range(9 * r, 9 * r + 9) for r in range(9)] + [range(c, 81, 9) for c in range(9)]
LINES += [[27 * a + 3 * b + 9 * i + j for i in range(3) for j in range(3)] for a in range(3) for b in range(3)]


def solve_puzzle(puzzle):
    for ch in puzzle:
        if ch not in '123456789X':
            raise ValueError('bad character: ' + ch)
    taken = [{puzzle[i] for i in line} for line in LINES]
    moves = {i: [] for i in range(81) if puzzle[i] == 'X'}
    moves.update({(n, d): [] for n in range(27) for d in '123456789' if d not in taken[n]})
    for i in range(81):
        lines = i // 9, 9 + i % 9, 18 + i // 27 * 3 + i % 9 // 3
        for d in '123456789':
            if i in moves and all(d not in taken[n] for n in lines):
                for key in [i, *((n, d) for n in lines)]:
                    moves[key].append((i, d))
    for i, d in min(moves.values(), key=len, default=()):
        result = solve_puzzle(puzzle[:i] + d + puzzle[i + 1:])
        if result:
            return result
    return None if moves else puzzle
