class SudokuGame:
    grid = [[0] * 9 for _ in range(9)]

    def set_board(self, board):
        for r in range(9):
            for c in range(9):
                if board[r][c]:
                    self.grid[r][c] = board[r][c]

    def options(self, r, c):
        near = [self.grid[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] for k in range(9)]
        return set(range(1, 10)) - set(self.grid[r]) - {row[c] for row in self.grid} - set(near)

    def solve(self):
        moves = {(r, c): self.options(r, c) for r in range(9) for c in range(9) if self.grid[r][c] == 0}
        if not moves:
            return self.grid
        r, c = min(moves, key=lambda cell: len(moves[cell]))
        for n in moves[r, c]:
            self.grid[r][c] = n
            if self.solve():
                return self.grid
        self.grid[r][c] = 0
