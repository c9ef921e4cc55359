from search import free

board = [[7, 8, 0, 4, 0, 0, 1, 2, 0], [6, 0, 0, 0, 7, 5, 0, 0, 9], [0, 0, 0, 6, 0, 1, 0, 7, 8],
         [0, 0, 7, 0, 4, 0, 2, 6, 0], [0, 0, 1, 0, 5, 0, 9, 3, 0], [9, 0, 4, 0, 6, 0, 0, 0, 5],
         [0, 7, 0, 3, 0, 0, 0, 1, 2], [1, 2, 0, 0, 0, 7, 4, 0, 0], [0, 4, 9, 2, 0, 6, 0, 0, 7]]
done = False


def solve(row, col):
    """Search the open cell with the fewest digits first; the arguments count the calls."""
    global done
    open_cells = [(r, c) for r in range(9) for c in range(9) if not board[r][c]]
    if not open_cells:
        done = True
        return
    r, c = min(open_cells, key=lambda cell: len(free(board, *cell)))
    for digit in free(board, r, c):
        board[r][c] = digit
        solve(row + 1, col)
        if done:
            return
    board[r][c] = 0


if __name__ == "__main__":
    solve(0, 0)
    print(board)
