"""The order of the puzzles in a suite: those that catch most mutants come first."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.block import Block

from .kills import Kills


def select(kills: Sequence[Kills], block: Block, size: int) -> list[int]:
    """The indices of the best puzzles of a block, best first, by repeated greedy set cover.

    A puzzle gains one point for each mutant that no earlier puzzle kills, half a point if one earlier puzzle does, a
    quarter if two do, and so on. So the first puzzles catch every mutant that can be caught, and later ones catch each
    once more. Ties go to the kind with the fewest puzzles so far.
    """
    matrix = np.zeros((len(block), len(kills)))
    for column, one in enumerate(kills):
        matrix[one.places, column] = 1
    patterns, pattern_of = np.unique(matrix, axis=0, return_inverse=True)
    points = np.ones(len(kills))
    free: NDArray[np.bool_] = np.ones(len(block), np.bool_)
    of_kind = np.zeros(len(block.kind_names), np.intp)
    chosen: list[int] = []
    while len(chosen) < min(size, len(block)):
        gains = np.where(free, (patterns @ points)[pattern_of], -1)
        equals = np.flatnonzero(gains == gains.max())
        best = int(equals[np.argmin(of_kind[block.kinds[equals]])])
        chosen.append(best)
        free[best] = False
        of_kind[block.kinds[best]] += 1
        points[matrix[best] > 0] /= 2
    return chosen
