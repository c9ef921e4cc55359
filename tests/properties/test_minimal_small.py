"""The minimal puzzles of 4x4 cells, which one property judges completely."""

import pytest

from crosscover.properties import strategies as draw
from crosscover.properties.corpus import ESSENTIAL, MINIMAL_SMALL, SMALL_SHAPE, small_grids
from crosscover.properties.strategies.improper import never_proper
from crosscover.properties.strategies.masking import minimal
from crosscover.reference import Grid
from crosscover.reference.canonical import canonical
from crosscover.reference.symmetry import group_order
from tests.drawing import drawn


def test_few_clues_are_never_enough() -> None:
    """The puzzles of 4x4 cells with few clues are never proper, and a proper one needs four clues."""
    assert never_proper(SMALL_SHAPE) < min(puzzle.clue_count for puzzle in MINIMAL_SMALL)


def test_small_puzzles_are_minimal_and_essentially_different() -> None:
    """Each of the 36 puzzles of 4x4 cells needs each of its clues, and no two have the same canonical form."""
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
