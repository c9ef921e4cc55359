"""sudoku: `sudoku -v -fcompact FILE` writes the solutions of the boards in a file, each after a line with '%'."""

import os
import subprocess
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent / "root"
_LIBRARIES = ":".join(map(str, sorted(_ROOT.glob("usr/lib/*-linux-gnu"))))


def solve(puzzle):
    """The first board it writes as the solution, or None if it writes none."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as board:
        board.write("".join(["% puzzle\n", *(puzzle[start : start + 9] + "\n" for start in range(0, 81, 9))]))
        board.flush()
        command = [str(_ROOT / "usr/games/sudoku"), "-v", "-fcompact", board.name]
        environment = {**os.environ, "LD_LIBRARY_PATH": _LIBRARIES}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    rows = [line for line in done.stdout.splitlines() if len(line) == 9 and set(line) <= set(".123456789")]
    return "".join(rows[:9]) or None
