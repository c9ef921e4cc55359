"""Propagation without a search: what it does not decide stays open, as boxes with several digits."""

from utils import COLS, boxes, column_units, diagonal_units, grid_to_values, row_units, square_units

unitlist = row_units + column_units + square_units + diagonal_units
peers = {box: {peer for unit in unitlist if box in unit for peer in unit} - {box} for box in boxes}


def eliminate(values):
    for box in boxes:
        if len(values[box]) == 1:
            for peer in peers[box]:
                values[peer] = values[peer].replace(values[box], "")
    return values


def only_choice(values):
    for unit in unitlist:
        for digit in COLS:
            places = [box for box in unit if digit in values[box]]
            if len(places) == 1:
                values[places[0]] = digit
    return values


def solve(grid):
    values = grid_to_values(grid)
    before = None
    while values != before:
        before = dict(values)
        values = only_choice(eliminate(values))
    return values
