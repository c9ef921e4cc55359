"""The symmetries of a grid."""

from itertools import chain, permutations, product
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosscover.oracles.bitmask import simplest_grid
from crosscover.oracles.rules import first_violation
from crosscover.properties.corpus import ESSENTIAL, small_grids
from crosscover.properties.strategies import solved_grids, symmetries
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import Symmetry, group_order, unrank

SMALL = Shape(2, 2)


def test_the_group_of_3x3_boxes_has_its_known_order() -> None:
    """There are 9! * 6**8 * 2 symmetries for 3x3 boxes."""
    assert group_order() == 1_218_998_108_160


def test_number_0_is_the_identity() -> None:
    """Symmetry 0 is the identity."""
    assert unrank(0) == Symmetry.identity()


def test_numbers_are_different_symmetries() -> None:
    """For a small shape different numbers give different symmetries."""
    shape = Shape(1, 3)
    made = [unrank(number, shape) for number in range(group_order(shape))]
    assert len(set(made)) == len(made) == 6 * 6 * 6


def test_the_orbits_of_two_grids_are_all_288() -> None:
    """Every grid of 2x2 boxes is an image of exactly one of the two essentially different ones."""
    orbits = [{unrank(number, SMALL)(grid) for number in range(group_order(SMALL))} for grid in ESSENTIAL]
    assert [len(orbit) for orbit in orbits] == [96, 192]
    assert orbits[0] | orbits[1] == set(small_grids())


@settings(max_examples=30)
@given(solved_grids(), symmetries())
def test_images_of_right_grids_are_right(grid: Grid, turned: Symmetry) -> None:
    """The image of a right grid is right."""
    assert first_violation(turned(grid)) is None


@settings(max_examples=30)
@given(st.sampled_from((Shape(2, 3), Shape(2, 2), Shape(4, 4), Shape(3, 3, diagonals=True))).flatmap(symmetries))
def test_other_shapes(turned: Symmetry) -> None:
    """For any shape a symmetry permutes the cells of a full grid."""
    assert sorted(turned.cells) == list(range(turned.shape.cells))
    assert sorted(turned.digits) == list(range(turned.shape.side + 1))


@pytest.mark.parametrize(("shape", "number"), [(Shape(2, 2), 16), (Shape(2, 3), 8), (Shape(3, 2), 8)], ids=str)
def test_symmetries_that_keep_the_diagonals(shape: Shape, number: int) -> None:
    """The symmetries of the cells of a diagonal Sudoku are those of the plain one that map diagonals to diagonals."""
    diagonal = Shape(shape.box_rows, shape.box_columns, diagonals=True)
    houses = set(map(frozenset, diagonal.houses))
    permutations = {unrank(number, shape).cells for number in range(group_order(shape) // factorial(shape.side))}
    keeping = {cells for cells in permutations if _image(houses, cells) == houses}
    found = {unrank(number, diagonal).cells for number in range(group_order(diagonal) // factorial(shape.side))}
    assert found == keeping
    assert len(found) == number


def test_96_symmetries_keep_the_diagonals_of_9x9_cells() -> None:
    """A search through all 1,296 orders of rows with all 1,296 orders of columns finds 48, doubled by transposition."""
    diagonal = Shape(3, 3, diagonals=True)
    bands = [[[3 * band + line for line in lines] for lines in permutations(range(3))] for band in range(3)]
    orders = [[*chain(*strips)] for chosen in product(*bands) for strips in permutations(chosen)]
    first = {(line, line) for line in range(9)}
    second = {(line, 8 - line) for line in range(9)}
    keeping = {
        tuple(9 * row + column for row in rows for column in columns)
        for rows in orders
        for columns in orders
        if columns[0] in (rows[0], 8 - rows[0])  # most fail here
        and {(rows[line], columns[line]) for line in range(9)} in (first, second)
        and {(rows[line], columns[8 - line]) for line in range(9)} in (first, second)
    }
    found = [unrank(number, diagonal) for number in range(group_order(diagonal) // factorial(9))]
    assert {symmetry.cells for symmetry in found if not symmetry.transposed} == keeping
    assert len({symmetry.cells for symmetry in found}) == 2 * len(keeping) == 96


def test_the_orbits_of_diagonal_grids_are_all_48() -> None:
    """Every diagonal grid of 2x2 boxes is an image of the first one."""
    shape = Shape(2, 2, diagonals=True)
    grid = simplest_grid(shape)
    images = {unrank(number, shape)(grid) for number in range(group_order(shape))}
    assert all(first_violation(image) is None for image in images)
    assert len(images) == 48


def _image(houses: set[frozenset[int]], cells: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(cells[cell] for cell in house) for house in houses}
