"""Diagonal Sudoku on a dictionary of boxes, A1 to I9, each with a string of possible digits."""

DIGITS = "123456789"
LETTERS = "ABCDEFGHI"

Boxes = dict[str, str]


def cross(rows: str, columns: str) -> list[str]:
    """The names of the boxes in some rows and columns."""
    return [row + column for row in rows for column in columns]


BOXES = cross(LETTERS, DIGITS)
ROWS = [cross(row, DIGITS) for row in LETTERS]
COLUMNS = [cross(LETTERS, column) for column in DIGITS]
SQUARES = [cross(rows, columns) for rows in ("ABC", "DEF", "GHI") for columns in ("123", "456", "789")]
FALLING = [row + column for row, column in zip(LETTERS, DIGITS, strict=True)]
RISING = [row + column for row, column in zip(LETTERS, DIGITS[::-1], strict=True)]
UNITS = [*ROWS, *COLUMNS, *SQUARES, FALLING, RISING]
PEERS = {box: {peer for unit in UNITS if box in unit for peer in unit} - {box} for box in BOXES}


def eliminate(values: Boxes) -> Boxes:
    """Remove each known digit from the peers of its box."""
    for box in BOXES:
        if len(values[box]) == 1:
            for peer in PEERS[box]:
                values[peer] = values[peer].replace(values[box], "")
    return values


def only_choice(values: Boxes) -> Boxes:
    """Fill the only place of a digit in a unit."""
    for unit in UNITS:
        for digit in DIGITS:
            places = [box for box in unit if digit in values[box]]
            if len(places) == 1:
                values[places[0]] = digit
    return values


def naked_twins(values: Boxes) -> Boxes:
    """Remove the digits of two equal pairs from the rest of their unit."""
    for unit in UNITS:
        pairs = [values[box] for box in unit if len(values[box]) == 2]
        for pair in {pair for pair in pairs if pairs.count(pair) == 2}:
            for box in unit:
                if values[box] != pair:
                    values[box] = values[box].replace(pair[0], "").replace(pair[1], "")
    return values


def reduce_puzzle(values: Boxes) -> Boxes | None:
    """Apply all techniques until nothing changes; None if a digit has no place left."""
    before = None
    while before != values:
        before = dict(values)
        values = naked_twins(only_choice(eliminate(values)))
        if not all(values.values()):
            return None
    for unit in UNITS:
        known = [values[box] for box in unit if len(values[box]) == 1]
        if len(set(known)) < len(known):
            return None
    return values


def search(values: Boxes) -> Boxes | None:
    """Try each digit of a box with the fewest."""
    reduced = reduce_puzzle(values)
    if reduced is None:
        return None
    open_boxes = [box for box in BOXES if len(reduced[box]) > 1]
    if not open_boxes:
        return reduced
    chosen = min(open_boxes, key=lambda box: len(reduced[box]))
    for digit in reduced[chosen]:
        solved = search({**reduced, chosen: digit})
        if solved:
            return solved
    return None


def solve(grid: str) -> Boxes | None:
    """Return the digit of each box; None if there is no solution."""
    return search({box: DIGITS if digit == "." else digit for box, digit in zip(BOXES, grid, strict=True)})
