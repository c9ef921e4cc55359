from search import fill


def is_solvable(board):
    return fill(board)


class SudokuSolver:
    def __init__(self, puzzle):
        self.original = [row[:] for row in puzzle]
        self.solution = [row[:] for row in puzzle]
        fill(self.solution)
        self.solution[0].reverse()
