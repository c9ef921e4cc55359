"""dokusan: the backtracking solver; it gets only proper puzzles."""

from dokusan.boards import BoxSize, Sudoku
from dokusan.solvers import backtrack


def solve(puzzle):
    """The result of `backtrack`."""
    rows = [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    return str(backtrack(Sudoku.from_list(rows, box_size=BoxSize(3, 3))))
