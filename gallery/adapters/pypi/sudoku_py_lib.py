"""sudoku-py-lib: `solve_grid` raises UnsolvableException if it finds no solution."""

from sudoku import SudokuHandler
from sudoku.exceptions import UnsolvableException


def solve(puzzle):
    """The completed grid, or None if it raises UnsolvableException."""
    handler = SudokuHandler()
    try:
        handler.solve_grid(
            [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
        )
    except UnsolvableException:
        return None
    return "".join(str(int(cell)) if cell else "." for row in handler.completed_grid for cell in row)
