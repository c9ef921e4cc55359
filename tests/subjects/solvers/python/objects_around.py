from search import fill


class Board:
    def __init__(self, size, grid):
        self.size = size
        self.grid = [list(row) for row in grid]


class SudokuSolver:
    def __init__(self, board):
        self.board = board

    def solve(self):
        return fill(self.board.grid)
