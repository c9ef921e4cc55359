"""Puzzles with one solution, made by masking solved grids."""

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.properties.corpus import indices_of
from crosscover.reference import Grid, Shape

from .basics import SELECTORS, masks, patterns, regions, solved_grids, symmetries
from .images import image_of_known, images_of
from .masking import every_cell, mask_of, minimal, proper, solved_grid
from .symmetry import Symmetry


def proper_puzzles() -> SearchStrategy[Grid]:
    """Puzzles with one solution, by all kinds of mask, with 81 clues and down to the low twenties.

    Shrinks towards fewer empty cells, and the first known grid.
    """
    return st.builds(proper, solved_grids(), masks())


def full_grids() -> SearchStrategy[Grid]:
    """Solved grids with at most three cells empty, mostly none or one.

    Shrinks towards the first known grid, full.
    """
    emptied = st.lists(st.integers(0, Shape().cells - 1), max_size=3).map(mask_of)
    return st.builds(proper, solved_grids(), emptied)


def puzzles_with_empty_houses() -> SearchStrategy[Grid]:
    """Proper puzzles in which whole rows, columns, boxes, bands or corners hold no clue, as far as that can be.

    Shrinks towards an empty first row and no other empty cell.
    """
    return st.builds(proper, solved_grids(), masks(), regions())


def puzzles_without_digits() -> SearchStrategy[Grid]:
    """Proper puzzles in which one digit does not occur among the clues, and another just once, as far as that can be.

    Shrinks towards fewer empty cells and no digit 1.
    """
    return st.builds(_without_digit, solved_grids(), masks(), st.integers(1, 9), SELECTORS)


def _without_digit(solution: Grid, emptied: int, missing: int, selector: int) -> Grid:
    """A proper puzzle that avoids all cells of the missing digit, and all but one of a digit that the selector names.

    Where that is the same digit, only that is avoided.
    """
    single_digit = selector % 9 + 1
    forbidden = {cell for cell, digit in enumerate(solution.values) if digit == missing}
    if single_digit != missing:
        its_cells = [cell for cell, digit in enumerate(solution.values) if digit == single_digit]
        forbidden.update(its_cells)
        forbidden.remove(its_cells[selector // 9 % len(its_cells)])
    return proper(solution, emptied, mask_of(forbidden))


def patterned_puzzles() -> SearchStrategy[Grid]:
    """Proper puzzles whose clues, but for those needed, lie in a pattern, or whose first row, column or box is 1 to 9.

    Shrinks towards fewer empty cells.
    """
    return st.builds(_patterned, solved_grids(), patterns(), st.integers(0, 3))


def _patterned(solution: Grid, emptied: int, kind: int) -> Grid:
    """A proper puzzle, kind 0 as it is; the others have their digits renamed so that a house reads 1 to 9, and give it.

    Kind 1 the first row, kind 2 the first column, kind 3 the first box.
    """
    shape = solution.shape
    house = {1: shape.rows[0], 2: shape.columns[0], 3: shape.boxes[0]}.get(kind)
    if house is None:
        return proper(solution, emptied)
    digits = [0] * (shape.side + 1)
    for place, cell in enumerate(house, 1):
        digits[solution.values[cell]] = place
    renamed = Symmetry(tuple(range(shape.cells)), tuple(digits), shape)(solution)
    return proper(renamed, emptied & ~mask_of(house))


def minimal_puzzles() -> SearchStrategy[Grid]:
    """Proper puzzles of which no clue can go: known ones of 17 clues, and minimised ones of 20 to 28.

    Shrinks towards the first known puzzle of 17 clues, as it is printed.
    """
    known = st.builds(image_of_known, st.sampled_from(indices_of("17 clues")), symmetries())
    return st.one_of(known, images_of(_minimized, 64))


@cache
def _minimized(number: int) -> Grid:
    """A minimal puzzle of the solved grid of a number: repaired from no clues at all, then minimised."""
    return minimal(proper(solved_grid(number), every_cell()))
