class Board:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def options(self, r, c):
        box = {self.rows[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] for k in range(9)}
        return {1, 2, 3, 4, 5, 6, 7, 8, 9}.difference(self.rows[r], (row[c] for row in self.rows), box)

    def empties(self):
        return [(r, c) for r in range(9) for c in range(9) if not self.rows[r][c]]
