"""Ali-Raza00/Sudoku-Boards-as-CSPs: `solve` reads a file of nine rows and prints the solution."""

import contextlib
import io
import tempfile

from board import rows
from program import last_grid
from source import load

_SOLVER = load("sudoku_solver.py")


def solve(puzzle):
    """The grid after "solved board:", None if it prints none."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file, contextlib.redirect_stdout(io.StringIO()) as printed:
        file.write("\n".join("".join(map(str, row)) for row in rows(puzzle)))
        file.flush()
        _SOLVER.solve(file.name)
    return last_grid(printed.getvalue().partition("solved board:")[2])
