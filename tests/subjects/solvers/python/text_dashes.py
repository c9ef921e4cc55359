# Input: 81 chars, '-' means blank
DIGITS = "123456789"


def peers(i):
    row, col = i // 9, i % 9
    return [row * 9 + k for k in range(9)] + [k * 9 + col for k in range(9)]


PEERS = [peers(i) for i in range(81)]


def sudoku(grid):
    best = None
    for i in range(81):
        if grid[i] == '-':
            taken = {grid[j] for j in PEERS[i]}
            left = [d for d in DIGITS if d not in taken]
            if best is None or len(left) < len(best[1]):
                best = i, left
    if best is None:
        return grid
    i, left = best
    for d in left:
        result = sudoku(grid[:i] + d + grid[i + 1:])
        if result is not None:
            return result
    return None
