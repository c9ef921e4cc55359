"""sudoku-solver-tim: `Puzzle.solve` tries its strategies, the last of which is brute force."""

from sudoku_solver_tim import Puzzle


def solve(puzzle):
    """The values of the cells, which are listed row by row, or None if it returns False."""
    board = Puzzle.from_string(puzzle)
    return "".join(str(cell.value) for cell in board.cells) if board.solve() else None
