"""pencilmark: `solve` takes the rules as a dict, returns digits, and raises NotUnique and NoSolution."""

import pencilmark

DIAGONALS = [[f"r{i}c{i}" for i in range(1, 10)], [f"r{i}c{10 - i}" for i in range(1, 10)]]


def _rules(puzzle):
    return {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": 9, "cols": 9},
        "digits": 9,
        "givens": [0 if cell == "." else int(cell) for cell in puzzle],
        "rules": [
            {"type": "box_grid", "origin": "r1c1", "box": [3, 3]},
            *({"type": "region", "kind": "diagonal", "cells": cells} for cells in DIAGONALS),
        ],
    }


def solve(puzzle):
    """The digits, or None if it raises NoSolution."""
    try:
        return "".join(map(str, pencilmark.solve(_rules(puzzle))))
    except pencilmark.NoSolution:
        return None


def count(puzzle):
    """0 or 2 for its exceptions, else 1."""
    try:
        pencilmark.solve(_rules(puzzle))
    except pencilmark.NoSolution:
        return 0
    except pencilmark.NotUnique:
        return 2
    return 1
