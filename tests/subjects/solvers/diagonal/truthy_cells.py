"""A class whose `not` reads an empty string as an empty cell, so a board of characters is filled with nonsense."""


class Solver:
    def __init__(self, grid):
        self.g = [row[:] for row in grid]

    def ok(self, r, c, v):
        g = self.g
        if v in g[r] or any(g[k][c] == v for k in range(9)):
            return False
        if any(g[r // 3 * 3 + i][c // 3 * 3 + j] == v for i in range(3) for j in range(3)):
            return False
        if r == c and any(g[k][k] == v for k in range(9)):
            return False
        return r + c != 8 or all(g[k][8 - k] != v for k in range(9))

    def solve(self):
        best = None
        for r in range(9):
            for c in range(9):
                if not self.g[r][c]:
                    o = [v for v in range(1, 10) if self.ok(r, c, v)]
                    if best is None or len(o) < len(best[2]):
                        best = r, c, o
        if best is None:
            return True
        r, c, o = best
        for v in o:
            self.g[r][c] = v
            if self.solve():
                return True
            self.g[r][c] = 0
        return False


def solve(grid):
    s = Solver(grid)
    return s.g if s.solve() else None
