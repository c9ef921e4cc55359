"""The symmetries of a grid."""

from hypothesis import given, settings
from hypothesis import strategies as st

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
@given(st.sampled_from((Shape(2, 3), Shape(2, 2), Shape(4, 4))).flatmap(symmetries))
def test_other_shapes(turned: Symmetry) -> None:
    """For any shape a symmetry permutes the cells of a full grid."""
    assert sorted(turned.cells) == list(range(turned.shape.cells))
    assert sorted(turned.digits) == list(range(turned.shape.side + 1))
