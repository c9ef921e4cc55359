"""A program that reads 81 characters per line and prints the solution in a line."""

import sys

HOUSES = [[9 * row + column for column in range(9)] for row in range(9)]
HOUSES += [[9 * row + column for row in range(9)] for column in range(9)]
HOUSES += [[9 * (3 * (box // 3) + i // 3) + 3 * (box % 3) + i % 3 for i in range(9)] for box in range(9)]
HOUSES += [[10 * i for i in range(9)], [8 * i for i in range(1, 10)]]
PEERS = [sorted({cell for house in HOUSES if one in house for cell in house} - {one}) for one in range(81)]


def complete(cells):
    best = None
    for cell in range(81):
        if cells[cell] == "0":
            choices = [digit for digit in "123456789" if all(cells[peer] != digit for peer in PEERS[cell])]
            if best is None or len(choices) < len(best[1]):
                best = cell, choices
    if best is None:
        return cells
    cell, choices = best
    for digit in choices:
        done = complete(cells[:cell] + [digit] + cells[cell + 1 :])
        if done:
            return done
    return None


for line in sys.stdin:
    text = line.strip().replace(".", "0")
    if len(text) == 81:
        print("".join(complete(list(text)) or ["no solution"]))
