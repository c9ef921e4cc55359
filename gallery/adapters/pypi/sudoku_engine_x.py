"""sudoku-engine: `DiagonalSudoku.solve` returns a solved puzzle or None; `Solver.solve_count` counts to a limit."""

from board import rows, text
from sudoku.base_sudoku import Solver
from sudoku.variations.diagonal_sudoku import DiagonalSudoku


def solve(puzzle):
    """The board of the solution, or None."""
    solution = DiagonalSudoku(size=9, board=rows(puzzle, empty=None)).solve()
    return text(solution.board) if solution else None


def count(puzzle):
    """The number of solutions, at most 2."""
    return Solver(DiagonalSudoku(size=9, board=rows(puzzle, empty=None)), max_solutions=2).solve_count()
