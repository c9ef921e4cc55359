"""sudoku-solver-tek's program, which reads a file of rows with commas."""

import sys
import tempfile
from pathlib import Path

from board import rows
from program import last_grid, output

_PROGRAM = next(Path(sys.prefix, "bin").glob("*sudoku*"))


def solve(puzzle):
    """The grid that it prints last."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write("\n".join(",".join(map(str, row)) for row in rows(puzzle)))
        file.flush()
        return last_grid(output(sys.executable, str(_PROGRAM), "-f", file.name).partition("SOLUTION IS:")[2])
