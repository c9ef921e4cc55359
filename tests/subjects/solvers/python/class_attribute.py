from search import fill


class Sudoku:
    def __init__(self, text):
        self.cells = [int(ch) if ch in '123456789' else 0 for ch in text]
        self.backtracks = 0

    def solve(self):
        rows = [self.cells[9 * r:9 * r + 9] for r in range(9)]
        solvable = fill(rows)
        self.cells = sum(rows, [])
        return solvable
