"""solvesudoku's function; it takes rows of text with dashes."""

from solvesudoku import solveSudoku


def solve(puzzle):
    """The solution, None if the package returns none."""
    matrix = [list(puzzle[start : start + 9].replace(".", "-")) for start in range(0, 81, 9)]
    solution = solveSudoku(matrix=matrix)
    return "".join(map("".join, solution)) if solution else None
