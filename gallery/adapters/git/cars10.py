"""Cars-10/SudokuSolver: a script reads nine rows of numbers from a file, and prints the puzzle and the solved grid."""

import tempfile
from pathlib import Path

from program import last_grid, output

_FILE = next((Path(__file__).resolve().parent / "source/Algorithms").glob("*/*/*.*"))
_INTERPRETER = {
    "Awk": ("mawk", "-f"),
    "Lua": ("lua5.4",),
    "PHP": ("php",),
    "Perl": ("perl",),
    "Prolog": ("swipl", "-q"),
    "Ruby": ("ruby",),
    "Tcl": ("tclsh",),
}[_FILE.parent.name]


def solve(puzzle):
    """The last grid that it prints, or None after "No solution"."""
    with tempfile.NamedTemporaryFile("w", suffix=".matrix") as rows:
        cells = puzzle.replace(".", "0")
        rows.writelines(f"{' '.join(cells[start : start + 9])}\n" for start in range(0, 81, 9))
        rows.flush()
        printed = output(*_INTERPRETER, str(_FILE), rows.name)
    return None if "No solution" in printed else last_grid(printed.partition("Solved in")[0])
