"""Constraint propagation and search over boxes A1 to I9; the result is a dict, or False."""

from utils import *

unitlist = row_units + column_units + square_units + diagonal_units
units = {box: [unit for unit in unitlist if box in unit] for box in boxes}
peers = {box: {peer for unit in units[box] for peer in unit} - {box} for box in boxes}


def eliminate(values):
    for box in [box for box in values if len(values[box]) == 1]:
        for peer in peers[box]:
            if values[box] in values[peer]:
                assign_value(values, peer, values[peer].replace(values[box], ""))
    return values


def only_choice(values):
    for unit in unitlist:
        for digit in COLS:
            places = [box for box in unit if digit in values[box]]
            if len(places) == 1:
                assign_value(values, places[0], digit)
    return values


def naked_twins(values):
    for unit in unitlist:
        pairs = [values[box] for box in unit if len(values[box]) == 2]
        for pair in {pair for pair in pairs if pairs.count(pair) == 2}:
            for box in unit:
                if values[box] != pair:
                    assign_value(values, box, "".join(digit for digit in values[box] if digit not in pair))
    return values


def reduce_puzzle(values):
    while True:
        before = dict(values)
        values = naked_twins(only_choice(eliminate(values)))
        if any(len(digits) == 0 for digits in values.values()):
            return False
        if values == before:
            return values


def search(values):
    values = reduce_puzzle(values)
    if values is False:
        return False
    open_boxes = [box for box in boxes if len(values[box]) > 1]
    if not open_boxes:
        return values
    box = min(open_boxes, key=lambda box: len(values[box]))
    for digit in values[box]:
        attempt = search({**values, box: digit})
        if attempt:
            return attempt
    return False


def solve(grid):
    values = search(grid_to_values(grid))
    if values and all(sorted(values[box] for box in unit) == list(COLS) for unit in unitlist):
        return values
    return False


if __name__ == "__main__":
    try:
        from visualize import visualize_assignments

        visualize_assignments(history)
    except ImportError:
        print("We could not visualize your board.")
