"""The puzzles for measuring the performance of a solver: known ones and their images, the same each time."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random

import numpy as np

from crosscover.harness.performance import EASY, FEW_CLUES, HARD, TRIVIAL, Workload
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank
from crosscover.subjects.blocks import grids

from .corpus import KnownPuzzle, indices_of, known_puzzles
from .corpus.certified import corpus

FIRST = 22
"""Index of the first hard puzzle, and of the first with 17 clues: a plain search needs a few thousand nodes for it."""

DIFFERENT = 32
"""Number of hard puzzles, and of those with 17 clues; others are their images."""

EASY_KINDS = 8
"""Number of easy puzzles that alternate, so that runs whose lengths are powers of 2 are similar mixtures."""


@cache
def workload(shape: Shape = Shape()) -> Workload:
    """The puzzles to measure with; those of shapes other than 3x3 are the easiest and hardest certified ones."""
    if shape == Shape():
        known = _known("easy")[:EASY_KINDS]
        easy, solutions = [one.puzzle for one in known], [one.solution for one in known]
        pairs = zip(_known("magictour")[FIRST:], _known("hardest"), strict=False)
        hard = [one.puzzle for one in chain.from_iterable(pairs)][:DIFFERENT]
        few = [one.puzzle for one in _known("17 clues")[FIRST:][:DIFFERENT]]
    else:
        proved = corpus(shape)
        nodes = proved.nodes.astype(np.int64)
        proper = np.flatnonzero((proved.counts == 1) & (proved.puzzles == 0).any(axis=1))
        order = proper[np.argsort(nodes[proper], kind="stable")]
        rows = order[len(order) // 4 :][:EASY_KINDS]
        easy, solutions = grids(proved.puzzles[rows], shape), grids(proved.solutions[rows, 0], shape)
        hard, few = grids(proved.puzzles[order[::-1][:DIFFERENT]], shape), []
    trivial = [solution.with_cell(shape.cells // 2, 0) for solution in solutions]
    series = {TRIVIAL: trivial, EASY: easy, HARD: hard, FEW_CLUES: few}
    return {kind: _Series(puzzles) for kind, puzzles in series.items() if puzzles}


class _Series:
    """Puzzles, then images of them in turn, each made once."""

    def __init__(self, puzzles: Sequence[Grid]) -> None:
        self._puzzles = puzzles
        self._made = [*puzzles]
        self._random = Random(0)

    def __call__(self, number: int) -> Sequence[Grid]:
        shape = self._puzzles[0].shape
        for place in range(len(self._made), number):
            image = unrank(self._random.randrange(group_order(shape)), shape)
            self._made.append(image(self._puzzles[place % len(self._puzzles)]))
        return self._made[:number]


def _known(kind: str) -> list[KnownPuzzle]:
    return [known_puzzles()[index] for index in indices_of(kind)]
