"""kennyledet/Algorithm-Implementations, in GNU Prolog: `sudoku(Puzzle, Solution)` labels a list of 81 variables."""

from pathlib import Path

from program import last_grid, output

_FILE = Path(__file__).resolve().parent / "source/Sudoku/Prolog/jcla1/sudoku.prolog"


def solve(puzzle):
    """The first solution, or None if the goal fails."""
    cells = ",".join(puzzle.replace(".", "_"))
    goal = f"(sudoku([{cells}], Solution) -> write(Solution) ; true), halt"
    printed = output("gprolog", "--consult-file", str(_FILE), "--query-goal", goal)
    return last_grid(printed.rpartition("[")[2]) if "[" in printed else None
