def print_board(board):
    for row in board:
        print(*row)


def is_valid(board, row, col, num):
    return not any(num in unit for unit in (get_row(board, row), get_col(board, col), get_box(board, row // 3 * 3 + col // 3)))


def get_row(board, row):
    return board[row]


def get_col(board, col):
    return [row[col] for row in board]


def get_box(board, k):
    return [board[k // 3 * 3 + i // 3][k % 3 * 3 + i % 3] for i in range(9)]


def check(board):
    return all(sorted(get_row(board, r)) == [1, 2, 3, 4, 5, 6, 7, 8, 9] for r in range(9))


def complete(board):
    moves = {(get.__name__, k, n): [] for get in (get_row, get_col, get_box) for k in range(9) for n in range(1, 10)
             if n not in get(board, k)}
    for r, c in [divmod(k, 9) for k in range(81) if board[k // 9][k % 9] == 0]:
        moves[r, c] = [(r, c, n) for n in range(1, 10) if is_valid(board, r, c, n)]
        for _, _, n in moves[r, c]:
            for key in ('get_row', r, n), ('get_col', c, n), ('get_box', r // 3 * 3 + c // 3, n):
                moves[key].append((r, c, n))
    for r, c, n in min(moves.values(), key=len, default=[]):
        board[r][c] = n
        if complete(board):
            return True
        board[r][c] = 0
    return check(board)
