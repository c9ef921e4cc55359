"""The lexicographically least solution of a puzzle, from any engine: the first in the order of cells and digits.

An engine enumerates in an order of its own, so each cell in turn is tried with lesser digits.
"""

from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Engine


def least_solution(engine: Engine, puzzle: Grid) -> Grid | None:
    """The least solution, read row by row; None if there is no solution.

    The engine searches one solution of each of some 60 puzzles, those with a lesser digit in the first cell that is not
    settled yet. Each settles a cell or excludes a digit from it, so this ends.
    """
    known = next(iter(engine(puzzle, 1)), None)
    if known is None:
        return None
    settled = puzzle
    for cell in puzzle.empty_cells():
        attempts = lesser_digits(settled, cell, known.values[cell])
        known = next((found for lesser in attempts for found in engine(lesser, 1)), known)
        settled = settled.with_cell(cell, known.values[cell])
    return known


def lesser_digits(puzzle: Grid, cell: int, digit: int) -> list[Grid]:
    """The puzzle with each lesser digit in an empty cell that no clue of the cell's houses has, the least first."""
    shape = puzzle.shape
    seen = {puzzle.values[other] for house in shape.houses if cell in house for other in house}
    return [puzzle.with_cell(cell, lesser) for lesser in range(1, digit) if lesser not in seen]


def lesser_puzzles(puzzle: Grid, solution: Grid) -> list[Grid]:
    """The puzzles none of which has a solution if and only if this solution of a puzzle is the least."""
    lesser: list[Grid] = []
    settled = puzzle
    for cell in puzzle.empty_cells():
        lesser += lesser_digits(settled, cell, solution.values[cell])
        settled = settled.with_cell(cell, solution.values[cell])
    return lesser
