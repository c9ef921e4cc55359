from .board import Board


def solve(rows):
    board = Board(rows)
    return board.rows if complete(board) else None


def complete(board):
    empties = board.empties()
    if not empties:
        return True
    r, c = min(empties, key=lambda cell: len(board.options(*cell)))
    for board.rows[r][c] in board.options(r, c):
        if complete(board):
            return True
    board.rows[r][c] = 0
    return False
