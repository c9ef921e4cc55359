from search import fill


class SudokuGame:
    grid = [[0] * 9 for _ in range(9)]

    def set_board(self, board):
        for r in range(9):
            for c in range(9):
                if board[r][c]:
                    self.grid[r][c] = board[r][c]

    def solve(self):
        if fill(self.grid):
            return self.grid
