# Example: X1XXXX6XX...   (X = unknown)
from search import fill


def solve_puzzle(puzzle):
    for ch in puzzle:
        if ch not in '123456789X':
            raise ValueError('bad character: ' + ch)
    cells = [0 if ch == 'X' else int(ch) for ch in puzzle]
    rows = [cells[9 * r:9 * r + 9] for r in range(9)]
    if not fill(rows):
        return None
    return ''.join(str(n) for row in rows for n in row)
