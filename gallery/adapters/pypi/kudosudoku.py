"""kudosudoku's class; it takes rows with zeros and returns a dict."""

from board import rows, text
from kudoSudoku import sudoku


def solve(puzzle):
    """The solution, None if the package returns none."""
    solution = sudoku(rows(puzzle)).solve()["solution"]
    return None if solution is None else text(solution)
