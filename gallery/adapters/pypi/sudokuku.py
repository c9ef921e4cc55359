"""sudokuku: `solve_sudoku` leaves None in the cells that its rules do not decide; then it gives up."""

from sudokuku.manager import solve_sudoku


def solve(puzzle):
    """The grid, or None if a cell is still empty."""
    cells = [None if cell == "." else int(cell) for cell in puzzle]
    found = solve_sudoku([cells[start : start + 9] for start in range(0, 81, 9)]).sudoku
    if any(cell is None for row in found for cell in row):
        return None
    return "".join(str(cell) for row in found for cell in row)
