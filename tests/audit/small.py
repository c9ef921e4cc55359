"""All there is of 2x2 boxes: the 288 grids, and the minimal puzzles of two that are essentially different."""

from collections.abc import Iterable

import numpy as np

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, Shape

SMALL = Shape(2, 2)
GRIDS = tuple(BitmaskEngine()(Grid.empty(SMALL)))
BASES = tuple(Grid.parse(text, SMALL) for text in ("1234341221434321", "1234341223414123"))
"""Every grid is an image of just one of the two."""

MINIMAL_CLASSES = 36
"""Essentially different minimal puzzles: 13 with four clues, 22 with five, one with six."""


def minimal_puzzles(solution: Grid) -> list[Grid]:
    """The minimal puzzles of a grid, by what it has in common with each of the others."""
    others = [other for other in GRIDS if other != solution]
    differing = np.array(
        [_bits(a != b for a, b in zip(solution.values, other.values, strict=True)) for other in others]
    )
    masks = np.arange(1 << SMALL.cells)
    unique = np.all(masks[:, None] & differing, axis=1)
    minimal = unique.copy()
    for cell in range(SMALL.cells):
        minimal &= ~((masks >> cell & 1 == 1) & unique[masks & ~(1 << cell)])
    return [solution.keeping(int(mask)) for mask in masks[minimal]]


def _bits(flags: Iterable[bool]) -> int:
    return sum(flag << place for place, flag in enumerate(flags))
