"""xudoku: `read` takes nine lines of numbers with commas; `solve` returns a solved object, or None."""

import io

from board import rows, text
from xudoku import Sudoku


def solve(puzzle):
    """The numbers of the object that it returns, or None."""
    sudoku = Sudoku(9)
    sudoku.read(io.StringIO("\n".join(",".join(map(str, row)) for row in rows(puzzle))))
    solution = sudoku.solve()
    return text(solution._sudo.tolist()) if solution else None
