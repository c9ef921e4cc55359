"""lib-sudoku: `solve` takes and returns 81 bytes."""

import lib_sudoku


def solve(puzzle):
    """The bytes as digits."""
    cells = bytearray(map(int, puzzle.replace(".", "0")))
    return "".join(map(str, lib_sudoku.solve(cells)))
