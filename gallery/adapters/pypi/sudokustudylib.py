"""SudokuStudyLib's function, in a process for each puzzle, since its module keeps the state of the last one."""

import sys
import tempfile

from program import last_grid, output

_CODE = "import sys, sudoku; m = sudoku.solve(sys.argv[1]); print([[p.v for p in row] for row in m.p])"


def solve(puzzle):
    """The values of the matrix that it returns."""
    with tempfile.NamedTemporaryFile("w", suffix=".data") as file:
        clues = ((*divmod(cell, 9), clue) for cell, clue in enumerate(puzzle) if clue != ".")
        file.write("\n".join(f"{row + 1},{column + 1},{clue}" for row, column, clue in clues))
        file.flush()
        return last_grid(output(sys.executable, "-c", _CODE, file.name))
