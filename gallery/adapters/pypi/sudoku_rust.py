"""sudoku-rust: `solve` takes and returns an array; it gets only proper puzzles."""

import numpy as np
from sudoku_rust import solve as solve_array


def solve(puzzle):
    """The result of `solve`."""
    cells = np.array([int(cell) for cell in puzzle.replace(".", "0")], dtype=np.uint16).reshape(9, 9)
    return "".join(str(int(cell)) if cell else "." for cell in solve_array(cells).flat)
