"""Diagonal Sudoku on rows, solved in place by an object; true if it has found a solution."""

DIGITS = frozenset(range(1, 10))


def is_near(row: int, column: int, r: int, c: int) -> bool:
    """Whether two cells share a house."""
    if row == r or column == c:
        return True
    if row // 3 == r // 3 and column // 3 == c // 3:
        return True
    if row == column and r == c:
        return True
    return row + column == 8 and r + c == 8


class Board:
    """The rows of a puzzle, and the cells that share a row, a column, a box or a diagonal with each cell."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows
        self.neighbours = {
            (row, column): [
                (r, c) for r in range(9) for c in range(9) if (r, c) != (row, column) and is_near(row, column, r, c)
            ]
            for row in range(9)
            for column in range(9)
        }

    def candidates(self, place: tuple[int, int]) -> frozenset[int]:
        """The digits that no neighbour holds."""
        return DIGITS.difference(self.rows[row][column] for row, column in self.neighbours[place])

    def is_sound(self) -> bool:
        """Whether no clue repeats a digit."""
        return all(
            self.rows[row][column] in (0, *self.candidates((row, column))) for row in range(9) for column in range(9)
        )

    def fill(self) -> bool:
        """Fill the empty cell with the fewest candidates, then the rest."""
        empty = [place for place in self.neighbours if self.rows[place[0]][place[1]] == 0]
        if not empty:
            return True
        place = min(empty, key=lambda place: len(self.candidates(place)))
        row, column = place
        for digit in sorted(self.candidates(place)):
            self.rows[row][column] = digit
            if self.fill():
                return True
        self.rows[row][column] = 0
        return False


def solve(rows: list[list[int]]) -> bool:
    """Solve a puzzle in place."""
    board = Board(rows)
    return board.is_sound() and board.fill()
