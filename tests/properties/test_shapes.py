"""Examples of the strategies for shapes other than 3x3."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis.strategies import SearchStrategy

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import clashes, first_violation
from crosscover.properties import strategies as draw
from crosscover.properties.corpus import ESSENTIAL, MINIMAL_SMALL, SMALL_SHAPE, small_grids
from crosscover.properties.strategies import masking
from crosscover.properties.strategies.improper import never_proper
from crosscover.properties.strategies.masking import max_empty_cells, minimal, solved_grid
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, verdict
from crosscover.reference.canonical import canonical
from crosscover.reference.symmetry import group_order

from .test_strategies import drawn

SHAPES = (SMALL_SHAPE, Shape(2, 3), Shape(4, 4))

PROPER: tuple[Callable[[Shape], SearchStrategy[Grid]], ...] = (
    draw.proper_puzzles,
    draw.full_grids,
    draw.puzzles_with_empty_houses,
    draw.puzzles_without_digits,
    draw.patterned_puzzles,
    draw.minimal_puzzles,
    draw.symmetric_images_of_known,
)

every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)


@every_shape
def test_proper_puzzles_are_proper(shape: Shape) -> None:
    """Every proper puzzle has the shape and one solution."""
    for strategy in PROPER:
        puzzles = drawn(strategy(shape), 6)
        assert {puzzle.shape for puzzle in puzzles} == {shape}
        assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in puzzles} == {Unique}


@every_shape
def test_several_and_none(shape: Shape) -> None:
    """Puzzles for several solutions, none, or a clash have these."""
    several = drawn(draw.puzzles_with_multiple_solutions(shape), 10) + drawn(draw.deadly_patterns(shape), 4)
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in several} == {Several}
    none = drawn(draw.contradicting_puzzles(shape), 8)
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in none} == {NoSolution}
    assert all(next(clashes(puzzle), None) for puzzle in drawn(draw.clashing_puzzles(shape), 20))


@every_shape
def test_large_grids_have_enough_clues(shape: Shape) -> None:
    """Large grids have enough clues for every engine to be fast."""
    emptiest = max(puzzle.values.count(0) for puzzle in drawn(draw.proper_puzzles(shape)))
    assert emptiest <= max_empty_cells(shape)


@every_shape
def test_grids_obey_the_rules(shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solved grids of a shape obey the rules, most of them differ, and no engine is asked."""
    monkeypatch.setattr(masking, "bitmask", None)
    grids = {solved_grid(number, shape) for number in range(1000, 1040)}
    assert [first_violation(grid) for grid in grids] == [None] * len(grids)
    assert len(grids) > 30


@every_shape
def test_relatives_of_proper_puzzles_are_proper(shape: Shape) -> None:
    """Every relative of a proper puzzle is allowed by the contract `proper`."""
    for batch in drawn(draw.related_batches(draw.proper_puzzles(shape)), 5):
        assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in batch} == {Unique}


def test_few_clues_are_never_enough() -> None:
    """The puzzles of 4x4 cells with few clues are never proper, and a proper one needs four clues."""
    assert never_proper(SMALL_SHAPE) < min(puzzle.clue_count for puzzle in MINIMAL_SMALL)


def test_small_puzzles_are_minimal_and_essentially_different() -> None:
    """Each of the 36 puzzles of 4x4 cells needs each of its clues, and no two have the same minlex form."""
    assert all(minimal(puzzle) == puzzle for puzzle in MINIMAL_SMALL)
    assert len({canonical(puzzle).grid for puzzle in MINIMAL_SMALL}) == 36


@pytest.mark.slow
def test_all_minimal_puzzles_of_four_by_four_cells() -> None:
    """The images of the 36 puzzles are all minimal puzzles of 4x4 cells.

    The number of all minimal puzzles is counted from the 288 grids: a set of clues of a grid is proper if it contains,
    for each other grid, a cell in which the two differ.
    """
    order = group_order(SMALL_SHAPE)
    images = sum(order // canonical(puzzle).automorphisms for puzzle in MINIMAL_SMALL)
    assert images == sum(order // canonical(grid).automorphisms * _count_minimal(grid) for grid in ESSENTIAL)


def _count_minimal(solution: Grid) -> int:
    """The number of minimal puzzles with a given solution of 4x4 cells."""
    cells = range(SMALL_SHAPE.cells)
    others = [grid for grid in small_grids() if grid != solution]
    differing = {sum(1 << cell for cell in cells if grid.values[cell] != solution.values[cell]) for grid in others}
    needed = [mask for mask in differing if not any(less != mask and less & mask == less for less in differing)]
    proper = [all(clues & mask for mask in needed) for clues in range(1 << SMALL_SHAPE.cells)]
    return sum(
        proper[clues] and not any(clues >> cell & 1 and proper[clues ^ 1 << cell] for cell in cells)
        for clues, _ in enumerate(proper)
    )


def test_every_minimal_puzzle_is_drawn() -> None:
    """A batch has an image of each of the 36 puzzles, in any order."""
    for batch in drawn(draw.every_minimal_small_puzzle(), 3):
        counts = sorted(puzzle.clue_count for puzzle in batch)
        assert counts == sorted(puzzle.clue_count for puzzle in MINIMAL_SMALL)


def test_box_orientation() -> None:
    """A puzzle of 2x3 boxes differs from one of 3x2 boxes."""
    assert all(
        {puzzle.shape for puzzle in drawn(draw.any_puzzles(Shape(*sides)), 5)} == {Shape(*sides)}
        for sides in product((2, 3), repeat=2)
    )
