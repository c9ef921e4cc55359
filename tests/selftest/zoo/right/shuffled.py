"""Returns new rows; goes through cells and digits in random order, so no two runs search alike."""

import random

Rows = list[list[int]]


class Houses:
    """The digits that each row, column and box lacks, as bits; flags which of them a placement would break."""

    def __init__(self) -> None:
        self.lacks = [0b111111111] * 27

    def free(self, row: int, column: int) -> int:
        """The candidates of a cell."""
        return self.lacks[row] & self.lacks[9 + column] & self.lacks[18 + row // 3 * 3 + column // 3]

    def flip(self, row: int, column: int, bit: int) -> None:
        """Use a digit up in the three houses of a cell, or give it back."""
        for house in (row, 9 + column, 18 + row // 3 * 3 + column // 3):
            self.lacks[house] ^= bit


def solve(rows: Rows) -> Rows | None:
    """Return any solution of a puzzle, or None."""
    grid = [list(row) for row in rows]
    houses = Houses()
    empty: list[tuple[int, int]] = []
    for row in range(9):
        for column in range(9):
            bit = 1 << grid[row][column] >> 1
            if not bit:
                empty.append((row, column))
            elif houses.free(row, column) & bit:
                houses.flip(row, column, bit)
            else:
                return None
    random.shuffle(empty)
    return grid if search(grid, houses, empty) else None


def search(grid: Rows, houses: Houses, empty: list[tuple[int, int]]) -> bool:
    """Fill the empty cells; False if that is impossible."""
    if not empty:
        return True
    place, choices = decide(houses, empty)
    row, column = empty[place]
    others = empty[:place] + empty[place + 1 :]
    bits = [1 << shift for shift in range(9) if choices >> shift & 1]
    random.shuffle(bits)
    for bit in bits:
        grid[row][column] = bit.bit_length()
        houses.flip(row, column, bit)
        if search(grid, houses, others):
            return True
        houses.flip(row, column, bit)
    return False


def decide(houses: Houses, empty: list[tuple[int, int]]) -> tuple[int, int]:
    """Which of the empty cells to fill next, and the digits to try there."""
    once = [0] * 27
    twice = [0] * 27
    masks: list[int] = []
    for row, column in empty:
        free = houses.free(row, column)
        masks.append(free)
        if free & (free - 1) == 0:
            return len(masks) - 1, free
        for house in (row, 9 + column, 18 + row // 3 * 3 + column // 3):
            twice[house] |= once[house] & free
            once[house] |= free
    for place, (row, column) in enumerate(empty):
        only = masks[place] & ~(twice[row] & twice[9 + column] & twice[18 + row // 3 * 3 + column // 3])
        if only:
            return place, only & -only
    place = min(range(len(empty)), key=lambda place: masks[place].bit_count())
    return place, masks[place]
