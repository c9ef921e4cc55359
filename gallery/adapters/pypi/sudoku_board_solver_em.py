"""sudoku-board-solver-em's board, with brute force as its README recommends for hard puzzles."""

from sudoku.board import Board


def solve(puzzle):
    """The exported board, which has a space for an open cell."""
    board = Board([puzzle[start : start + 9].replace(".", "-") for start in range(0, 81, 9)])
    board.solve(use_brute_force=True, print_results=False)
    return board.export().replace(" ", ".")
