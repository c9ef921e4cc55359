"""A contradiction is raised instead of undone, so a wrong guess ends the search."""

from utils import boxes, column_units, diagonal_units, grid_to_values, row_units, square_units

unitlist = row_units + column_units + square_units + diagonal_units
peers = {box: {peer for unit in unitlist if box in unit for peer in unit} - {box} for box in boxes}


class Contradiction(Exception):
    pass


def fix(values, box, digit):
    values[box] = digit
    for peer in sorted(peers[box]):
        if digit in values[peer]:
            values[peer] = values[peer].replace(digit, "")
            if not values[peer]:
                raise Contradiction(f"no digit is left for {peer}")
            if len(values[peer]) == 1:
                fix(values, peer, values[peer])


def places_of(values):
    for unit in unitlist:
        for digit in "123456789":
            places = [box for box in unit if digit in values[box]]
            if len(places) == 1 and len(values[places[0]]) > 1:
                return places[0], digit
    return None


def search(values):
    while found := places_of(values):
        fix(values, *found)
    left = [box for box in boxes if len(values[box]) > 1]
    if not left:
        return values
    box = min(left, key=lambda box: len(values[box]))
    for digit in values[box]:
        copy = dict(values)
        fix(copy, box, digit)
        if result := search(copy):
            return result
    return None


def solve(grid):
    values = dict.fromkeys(boxes, "123456789")
    for box, digit in grid_to_values(grid).items():
        if len(digit) == 1:
            fix(values, box, digit)
    return search(values)
