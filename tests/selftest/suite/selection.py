"""The order of the puzzles: those first that catch most."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.block import Block

from .kills import Kills


def select(kills: Sequence[Kills], block: Block, size: int) -> list[int]:
    """The places of the best puzzles of a block, the best first: greedy set cover, over and over.

    A puzzle gains a point for each mutant that it kills and none before it did, half of one where a single one did, a
    quarter where two did, and so on. So the first puzzles catch every mutant that can be caught, and those after them
    catch each once more. Among equals those of the kind come first of which there are fewest so far.
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
