"""AirKristo/Sudoku-Solver-Using-Predicate-Logic: a program with clues such as 12=5 as arguments."""

import sys
from pathlib import Path

from program import last_grid, output

_FILE = Path(__file__).resolve().parent / "source/sudoku_solver.py"


def solve(puzzle):
    """The grid that it prints, None for "NO VALID ASSIGNMENT"."""
    clues = [f"{cell // 9 + 1}{cell % 9 + 1}={clue}" for cell, clue in enumerate(puzzle) if clue != "."]
    return last_grid(output(sys.executable, str(_FILE), *clues))
