"""sudokuSolverPy: `solve` raises an Exception with a message if it finds no solution."""

from sudokuSolverPy.SudokuSolver import SudokuSolver


def solve(puzzle):
    """The board, or None if it raises `Cannot solve the sudoku board`."""
    rows = [[int(cell) for cell in puzzle[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    try:
        board = SudokuSolver(rows).solve()
    except Exception as error:
        if str(error) != "Cannot solve the sudoku board":
            raise
        return None
    return "".join(str(cell) for row in board for cell in row)
