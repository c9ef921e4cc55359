"""hakank/hakank, OR-Tools CP-SAT: `sudoku` prints the rows of up to two solutions."""

import contextlib
import io
import re

from board import rows
from source import load

_SOLVER = load("google_or_tools/sudoku_sat.py")


def solve(puzzle):
    """The first grid that it prints, or None if it prints none."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        _SOLVER.sudoku(rows(puzzle), print_sol=0, num_sols=1)
    return "".join(re.findall(r"\d", "".join(re.findall(r"\[.*\]", printed.getvalue()))))[:81] or None
