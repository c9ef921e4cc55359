"""All 288 grids of 2x2 boxes, and the minimal puzzles of the two essentially different ones."""

from collections.abc import Iterable

import numpy as np

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, Shape

SMALL = Shape(2, 2)
GRIDS = tuple(BitmaskEngine()(Grid.empty(SMALL)))
BASES = tuple(Grid.parse(text, SMALL) for text in ("1234341221434321", "1234341223414123"))
"""The two essentially different grids."""

MINIMAL_CLASSES = 36
"""Numbers of essentially different minimal puzzles by clues: 13 with four, 22 with five, one with six."""


def minimal_puzzles(solution: Grid) -> list[Grid]:
    """The minimal puzzles of a grid, computed from its common cells with each other grid."""
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
