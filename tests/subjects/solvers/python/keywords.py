from search import fill


def solve_puzzle(*, symbols, board, on_step):
    on_step(board)
    rows = [[symbols.index(cell) + 1 if cell in symbols else 0 for cell in row] for row in board]
    return [[symbols[digit - 1] for digit in row] for row in rows] if fill(rows) else None
