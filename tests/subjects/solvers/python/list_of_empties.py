from search import free


def solve(board, empties):
    if not empties:
        return True
    row, column = place = min(empties, key=lambda cell: len(free(board, *cell)))
    for digit in free(board, row, column):
        board[row][column] = digit
        if solve(board, [cell for cell in empties if cell != place]):
            return True
    board[row][column] = 0
    return False
