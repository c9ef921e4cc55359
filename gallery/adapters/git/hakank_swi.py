"""hakank/hakank, SWI-Prolog: `sudoku(3, Rows)` of sudoku.pl restricts and labels an array of rows."""

from pathlib import Path

from program import last_grid, output

_FILE = Path(__file__).resolve().parent / "source/swi_prolog/sudoku.pl"


def solve(puzzle):
    """The rows, or None if the goal fails."""
    cells = puzzle.replace(".", "_")
    rows = ",".join(f"[{','.join(cells[start : start + 9])}]" for start in range(0, 81, 9))
    goal = f"(Rows = [{rows}], sudoku(3, Rows) -> write(Rows) ; true)"
    return last_grid(output("swipl", "-q", "-g", goal, "-t", "halt", str(_FILE)))
