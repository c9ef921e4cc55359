from search import fill


class SudokuSolver:
    def __init__(self, puzzle):
        self.original = [row[:] for row in puzzle]
        self.solution = [row[:] for row in puzzle]
        self.solved = fill(self.solution)

    def is_valid(self, row, digit):
        return digit not in self.solution[row]
