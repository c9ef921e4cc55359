"""Solves the board in a file, and has no main function."""

import argparse

from search import fill

parser = argparse.ArgumentParser()
parser.add_argument("--board", required=True)
args = parser.parse_args()


def solve(rows):
    return fill(rows)


grid = [[int(digit) for digit in line.split()] for line in open(args.board)]
if solve(grid):
    for row in grid:
        print(*row)
