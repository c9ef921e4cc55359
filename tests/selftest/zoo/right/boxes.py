"""Backtracking on sets of digits for any size of box; puzzle and answer are text or rows."""

BOX_ROWS, BOX_COLUMNS = 2, 3
SIDE = BOX_ROWS * BOX_COLUMNS
DIGITS = ".123456789ABCDEFGHIJKLMNOP"


def box_of(row: int, column: int) -> int:
    """The number of a box."""
    return row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS


def solve(puzzle: str | list[list[int]]) -> str | list[list[int]] | None:
    """Solve a puzzle; None if it has no solution."""
    if isinstance(puzzle, str):
        cells = [DIGITS.index(character) for character in puzzle]
    else:
        cells = [digit for row in puzzle for digit in row]
    used: list[list[set[int]]] = [[set() for _ in range(SIDE)] for _ in range(3)]
    empty: list[int] = []
    for cell, digit in enumerate(cells):
        if not digit:
            empty.append(cell)
            continue
        for house in houses_of(used, cell):
            if digit in house:
                return None
            house.add(digit)
    if not search(cells, used, empty):
        return None
    if isinstance(puzzle, str):
        return "".join(DIGITS[digit] for digit in cells)
    return [cells[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]


def houses_of(used: list[list[set[int]]], cell: int) -> tuple[set[int], set[int], set[int]]:
    """The digits of the row, the column and the box of a cell."""
    row, column = divmod(cell, SIDE)
    return used[0][row], used[1][column], used[2][box_of(row, column)]


def search(cells: list[int], used: list[list[set[int]]], empty: list[int]) -> bool:
    """Fill the empty cells; False, with nothing changed, if that is impossible."""
    if not empty:
        return True
    choices = {cell: set(range(1, SIDE + 1)).difference(*houses_of(used, cell)) for cell in empty}
    cell = min(empty, key=lambda other: len(choices[other]))
    rest = [other for other in empty if other != cell]
    for digit in sorted(choices[cell]):
        cells[cell] = digit
        for house in houses_of(used, cell):
            house.add(digit)
        if search(cells, used, rest):
            return True
        for house in houses_of(used, cell):
            house.remove(digit)
    cells[cell] = 0
    return False
