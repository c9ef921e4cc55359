"""sudsoln: `Sudoku.solve` fills the object in place, as far as 200 trials allow."""

import sudsoln

_DIGITS = set("123456789")


def solve(puzzle):
    """The cells after the call, or None if one is empty."""
    sudoku = sudsoln.to_sudoku(puzzle, elements=_DIGITS)
    sudoku.solve(quietly=True)
    cells = "".join(sudoku[row, column] for row in range(9) for column in range(9))
    return None if "." in cells else cells
