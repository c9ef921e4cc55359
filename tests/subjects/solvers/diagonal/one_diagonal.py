"""The second diagonal is forgotten."""


def is_valid(board, row, col, num):
    top, left = row // 3 * 3, col // 3 * 3
    box = [board[i][j] for i in range(top, top + 3) for j in range(left, left + 3)]
    diagonal = [board[i][i] for i in range(9)] if row == col else []
    return num not in [*board[row], *(line[col] for line in board), *box, *diagonal]


def solve(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                for num in range(1, 10):
                    if is_valid(board, row, col, num):
                        board[row][col] = num
                        if solve(board):
                            return True
                        board[row][col] = 0
                return False
    return True
