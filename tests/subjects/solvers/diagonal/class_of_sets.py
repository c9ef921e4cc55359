"""A class that keeps the digits of each row, column, box and diagonal as sets."""


class DiagonalSudoku:
    def __init__(self, grid):
        self.grid = [list(row) for row in grid]
        self.rows = [set() for _ in range(9)]
        self.columns = [set() for _ in range(9)]
        self.boxes = [set() for _ in range(9)]
        self.main, self.anti = set(), set()
        self.empty = []
        self.valid = True
        for row in range(9):
            for column in range(9):
                if self.grid[row][column]:
                    self.valid &= self.place(row, column, self.grid[row][column])
                else:
                    self.empty.append((row, column))

    def houses(self, row, column):
        found = [self.rows[row], self.columns[column], self.boxes[row // 3 * 3 + column // 3]]
        if row == column:
            found.append(self.main)
        if row + column == 8:
            found.append(self.anti)
        return found

    def place(self, row, column, digit):
        houses = self.houses(row, column)
        if any(digit in house for house in houses):
            return False
        for house in houses:
            house.add(digit)
        self.grid[row][column] = digit
        return True

    def remove(self, row, column):
        for house in self.houses(row, column):
            house.discard(self.grid[row][column])
        self.grid[row][column] = 0

    def candidates(self, row, column):
        used = set().union(*self.houses(row, column))
        return [digit for digit in range(1, 10) if digit not in used]

    def solve(self):
        if not self.valid or not self.fill():
            return None
        return self.grid

    def fill(self):
        if not self.empty:
            return True
        row, column = min(self.empty, key=lambda cell: len(self.candidates(*cell)))
        self.empty.remove((row, column))
        for digit in self.candidates(row, column):
            self.place(row, column, digit)
            if self.fill():
                return True
            self.remove(row, column)
        self.empty.append((row, column))
        return False
