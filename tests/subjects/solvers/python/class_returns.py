from search import fill


class SudokuSolver:
    def __init__(self, puzzle):
        self.puzzle = puzzle

    def _copy(self):
        return [row[:] for row in self.puzzle]

    def solve(self):
        rows = self._copy()
        return rows if fill(rows) else None
