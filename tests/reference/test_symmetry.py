"""The symmetries of a grid."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosscover.oracles.rules import first_violation
from crosscover.properties.corpus import ESSENTIAL, known_grids, small_grids
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
@given(st.sampled_from((Shape(2, 3), Shape(2, 2), Shape(4, 4))).flatmap(symmetries))
def test_other_shapes(turned: Symmetry) -> None:
    """For any shape a symmetry permutes the cells of a full grid."""
    assert sorted(turned.cells) == list(range(turned.shape.cells))
    assert sorted(turned.digits) == list(range(turned.shape.side + 1))


def test_known_grids_are_essentially_different() -> None:
    """No two known grids are images of each other, since their cycle lengths differ."""
    invariants = [_cycles(grid) for grid in known_grids()]
    assert len(set(invariants)) == len(invariants)


def _cycles(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The sorted cycle lengths of all pairs of rows in a band and of columns in a stack, which symmetries preserve."""
    shape = grid.shape
    families = [
        sorted(
            tuple(_lengths([grid.values[cell] for cell in lines[one]], [grid.values[cell] for cell in lines[other]]))
            for strip in strips
            for one in strip
            for other in strip
            if one < other
        )
        for lines, strips in ((shape.rows, shape.bands), (shape.columns, shape.stacks))
    ]
    return tuple(tuple(length for lengths in family for length in (*lengths, 0)) for family in sorted(families))


def _lengths(one: list[int], other: list[int]) -> list[int]:
    after = dict(zip(one, other, strict=True))
    lengths: list[int] = []
    while after:
        digit, length = next(iter(after)), 0
        while digit in after:
            digit, length = after.pop(digit), length + 1
        lengths.append(length)
    return sorted(lengths)


@pytest.mark.parametrize("number", [1, 2, 10**6, group_order() - 1])
def test_every_number_but_0_changes_something(number: int) -> None:
    """Only the identity preserves the first grid cell by cell."""
    assert unrank(number) != Symmetry.identity()
