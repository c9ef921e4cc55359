"""Fills the given rows in place; candidates are sets of the digits that no house of a cell has yet."""

DIGITS = set(range(1, 10))


class Board:
    """A puzzle being filled: the rows, and what each house still lacks."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows
        self.row_lacks = [set(DIGITS) for _ in range(9)]
        self.column_lacks = [set(DIGITS) for _ in range(9)]
        self.box_lacks = [set(DIGITS) for _ in range(9)]
        self.empty: set[tuple[int, int]] = set()
        self.clash = False
        for row in range(9):
            for column in range(9):
                digit = rows[row][column]
                if digit == 0:
                    self.empty.add((row, column))
                elif digit in self.candidates(row, column):
                    self.place(row, column, digit)
                else:
                    self.clash = True

    def candidates(self, row: int, column: int) -> set[int]:
        """The digits that may go into a cell."""
        box = row // 3 * 3 + column // 3
        return self.row_lacks[row] & self.column_lacks[column] & self.box_lacks[box]

    def place(self, row: int, column: int, digit: int) -> None:
        """Fill a cell."""
        self.rows[row][column] = digit
        self.row_lacks[row].remove(digit)
        self.column_lacks[column].remove(digit)
        self.box_lacks[row // 3 * 3 + column // 3].remove(digit)
        self.empty.discard((row, column))

    def clear(self, row: int, column: int) -> None:
        """Empty a cell again."""
        digit = self.rows[row][column]
        self.rows[row][column] = 0
        self.row_lacks[row].add(digit)
        self.column_lacks[column].add(digit)
        self.box_lacks[row // 3 * 3 + column // 3].add(digit)
        self.empty.add((row, column))

    def choices(self) -> list[tuple[int, int, int]]:
        """The fewest placements of which one must be right: the digits for a cell, or the cells for a digit."""
        best = [(0, 0, digit) for digit in range(10)]
        places: dict[tuple[str, int, int], list[tuple[int, int, int]]] = {}
        for row in range(9):
            for digit in self.row_lacks[row]:
                places["row", row, digit] = []
            for digit in self.column_lacks[row]:
                places["column", row, digit] = []
            for digit in self.box_lacks[row]:
                places["box", row, digit] = []
        for row, column in sorted(self.empty):
            placements = [(row, column, digit) for digit in sorted(self.candidates(row, column))]
            if len(placements) < len(best):
                best = placements
                if len(best) <= 1:
                    return best
            box = row // 3 * 3 + column // 3
            for placement in placements:
                digit = placement[2]
                places["row", row, digit].append(placement)
                places["column", column, digit].append(placement)
                places["box", box, digit].append(placement)
        for placements in places.values():
            if len(placements) < len(best):
                best = placements
        return best

    def search(self) -> bool:
        """Fill the empty cells; False, with nothing changed, if that is impossible."""
        if not self.empty:
            return True
        for row, column, digit in self.choices():
            self.place(row, column, digit)
            if self.search():
                return True
            self.clear(row, column)
        return False


def solve(rows: list[list[int]]) -> bool:
    """Complete the rows to any solution; False if there is none."""
    board = Board(rows)
    return not board.clash and board.search()
