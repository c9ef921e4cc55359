class SudokuSolver:
    """Algorithm X on the 324 constraints of a Sudoku."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.items = {(r, c, n): {(0, r, c), (1, r, n), (2, c, n), (3, r // 3 * 3 + c // 3, n)}
                      for r in range(9) for c in range(9) for n in range(1, 10)}

    def _choose(self, columns, option):
        gone = set().union(*(columns.get(item, ()) for item in self.items[option]))
        return {item: left - gone for item, left in columns.items() if item not in self.items[option]}

    def _search(self, columns):
        for r, c, n in min(columns.values(), key=len, default=()):
            found = self._search(self._choose(columns, (r, c, n)))
            if found is not None:
                return {(r, c): n, **found}
        return None if columns else {}

    def solve(self):
        columns = {item: {o for o in self.items if item in self.items[o]} for item in set().union(*self.items.values())}
        for r, row in enumerate(self.puzzle):
            for c, n in enumerate(row):
                if n:
                    columns = self._choose(columns, (r, c, n))
        found = self._search(columns)
        return [[found.get((r, c), self.puzzle[r][c]) for c in range(9)] for r in range(9)]
