"""The parts of puzzles: integers, solved grids, symmetries, and masks of the cells to empty."""

from collections.abc import Callable
from functools import cache, reduce

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry

from .masking import every_cell, mask_of, random_cells, solved_grid


def uniform_integers(maximum: int) -> SearchStrategy[int]:
    """Integers from 0 to `maximum`, all about equally likely, while `st.integers` prefers small ones by far.

    Shrinks towards 0.
    """
    size = maximum.bit_length() // 8 + 2
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: int.from_bytes(drawn, "big") * (maximum + 1) >> 8 * size
    )


SEEDS = st.integers(0, 2**32 - 1)
"""Seeds of `random.Random`. Shrinks towards 0."""

SELECTORS = uniform_integers(2**16 - 1)
"""Integers whose remainders and quotients select one of a few things. Shrinks towards 0."""


def solved_grids(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Full grids that obey the rules, most of them essentially different. Shrinks towards the first known grid."""
    return SEEDS.map(lambda seed: solved_grid(seed, shape))


def symmetries(shape: Shape = Shape()) -> SearchStrategy[Symmetry]:
    """Every symmetry of a shape, all equally likely. Shrinks towards the identity."""
    return uniform_integers(symmetry.group_order(shape) - 1).map(lambda number: symmetry.unrank(number, shape))


def masks(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of cells to empty: of any size, of whole regions, in patterns. Shrinks towards fewer cells."""
    anything = uniform_integers(every_cell(shape))
    sized = st.builds(random_cells, st.integers(0, shape.cells), SEEDS, st.just(shape)).map(mask_of)
    return st.one_of(anything, sized, regions(shape), patterns(shape))


def regions(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of one to three regions: rows, columns, boxes, bands, stacks, the corner boxes, the cross between.

    With more than nine digits only rows, columns and boxes, since too much would be empty. Shrinks towards the first
    row.
    """
    chosen = st.lists(st.sampled_from(_region_masks(shape)), min_size=1, max_size=3, unique=True)
    return chosen.map(lambda masks: reduce(int.__or__, masks))


@cache
def _region_masks(shape: Shape) -> tuple[int, ...]:
    """The masks of all single regions, the first row first."""
    houses = tuple(map(mask_of, shape.houses))
    if shape.side > 9:
        return houses
    rows, columns = houses[: shape.side], houses[shape.side : 2 * shape.side]
    strips = [sum(rows[line] for line in band) for band in shape.bands]
    strips += [sum(columns[line] for line in stack) for stack in shape.stacks]
    in_corner = {shape.box(cell) for cell in (0, shape.side - 1, shape.cells - shape.side, shape.cells - 1)}
    corners = mask_of(cell for box in in_corner for cell in shape.boxes[box])
    return (*houses, *strips, corners, every_cell(shape) & ~corners)


def patterns(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks that some rotation or reflection of the grid maps to themselves. Shrinks towards fewer cells."""
    return st.builds(_mirrored, uniform_integers(every_cell(shape)), st.integers(0, 5), st.just(shape))


def _mirrored(mask: int, kind: int, shape: Shape) -> int:
    """The mask with the images of its cells under one of six kinds of rotation or reflection.

    A quarter turn has three images, its powers, to include the whole orbit; the others are their own inverses.
    """
    last = shape.side - 1
    images: tuple[Callable[[int, int], list[tuple[int, int]]], ...] = (
        lambda row, column: [(last - row, last - column)],
        lambda row, column: [(row, last - column)],
        lambda row, column: [(last - row, column)],
        lambda row, column: [(column, row)],
        lambda row, column: [(last - column, last - row)],
        lambda row, column: [(column, last - row), (last - row, last - column), (last - column, row)],
    )
    for cell in range(shape.cells):
        if mask >> cell & 1:
            for row, column in images[kind](shape.row(cell), shape.column(cell)):
                mask |= 1 << shape.cell(row, column)
    return mask
