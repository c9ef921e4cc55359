"""sudoku-tools: `solve` returns whether its strategies could solve the puzzle; if not, it gives up."""

from sudoku.puzzle import Puzzle


def solve(puzzle):
    """The grid, or None if `solve` returns False."""
    sudoku = Puzzle([int(cell) for cell in puzzle.replace(".", "0")], 0)
    return "".join(map(str, sudoku.to_1D())) if sudoku.solve() else None
