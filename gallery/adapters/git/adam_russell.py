"""The Weekly Challenge 086, task 2, in Prolog: `sudoku(Cells, Solution)` restricts a list of 81 variables."""

from pathlib import Path

from program import last_grid, output

_FILE = Path(__file__).resolve().parent / "source/challenge-086/adam-russell/prolog/ch-2.p"


def solve(puzzle):
    """The solution that labelling finds first, or None if the goal fails."""
    cells = ",".join(puzzle.replace(".", "_"))
    goal = f"(sudoku([{cells}], Solution), label(Solution) -> write(Solution) ; true)"
    return last_grid(output("swipl", "-q", "-g", goal, "-t", "halt", str(_FILE)))
