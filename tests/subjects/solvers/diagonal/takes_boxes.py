"""A search that takes the dict of boxes A1 to I9, in which an empty box holds all digits."""

from utils import boxes, column_units, diagonal_units, row_units, square_units

unitlist = row_units + column_units + square_units + diagonal_units
peers = {box: {peer for unit in unitlist if box in unit for peer in unit} - {box} for box in boxes}


def parse_grid(grid):
    return {box: "123456789" if digit in ".0" else digit for box, digit in zip(boxes, grid)}


def eliminate(values):
    changed = True
    while changed:
        changed = False
        for box in boxes:
            if len(values[box]) == 1:
                for peer in peers[box]:
                    if values[box] in values[peer]:
                        values[peer] = values[peer].replace(values[box], "")
                        changed = True
    return all(values.values())


def solve(values):
    values = dict(values)
    if not eliminate(values):
        return False
    left = [box for box in boxes if len(values[box]) > 1]
    if not left:
        return values
    box = min(left, key=lambda box: len(values[box]))
    for digit in values[box]:
        found = solve({**values, box: digit})
        if found:
            return found
    return False
