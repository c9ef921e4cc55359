from search import fill


class Cell:
    def __init__(self, row, column, value):
        self.row, self.column, self.value = row, column, value


class Board:
    def __init__(self, grid):
        self.cells = [[Cell(r, c, grid[r][c]) for c in range(9)] for r in range(9)]


class BacktrackingSolver:
    def solve(self, board):
        rows = [[cell.value for cell in row] for row in board.cells]
        solved = fill(rows)
        for cells, row in zip(board.cells, rows):
            for cell, cell.value in zip(cells, row):
                pass
        return solved
