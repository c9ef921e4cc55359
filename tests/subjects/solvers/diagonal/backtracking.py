"""Cell by cell, in place."""


def check_diagonal(board, row, col, num):
    if row == col:
        for i in range(9):
            if board[i][i] == num:
                return False
    if row + col == 8:
        for i in range(9):
            if board[i][8 - i] == num:
                return False
    return True


def is_safe(board, row, col, num):
    if num in board[row]:
        return False
    for i in range(9):
        if board[i][col] == num:
            return False
    top, left = row - row % 3, col - col % 3
    for i in range(top, top + 3):
        for j in range(left, left + 3):
            if board[i][j] == num:
                return False
    return check_diagonal(board, row, col, num)


def find_empty(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                return row, col
    return None


def solve(board):
    cell = find_empty(board)
    if not cell:
        return True
    row, col = cell
    for num in range(1, 10):
        if is_safe(board, row, col, num):
            board[row][col] = num
            if solve(board):
                return True
            board[row][col] = 0
    return False
