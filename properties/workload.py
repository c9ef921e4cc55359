"""The puzzles for measuring the performance of a solver: known ones and their images, the same each time."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random

import numpy as np

from crosscover.harness.performance import EASY, FEW_CLUES, HARD, TRIVIAL, CountedPuzzle, Workload
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank
from crosscover.subjects.blocks import grids

from .corpus import KnownPuzzle, indices_of, known_puzzles
from .corpus.certified import corpus

FIRST = 22
"""Index of the first hard puzzle, and of the first with 17 clues: a plain search needs a few thousand nodes for it."""

DIFFERENT = 32
IMAGES = 24
COUNTED_IMAGES = 4

EASY_KINDS = 8
"""Number of easy puzzles that alternate, so that runs whose lengths are powers of 2 are similar mixtures."""

TRIVIAL_CELL = 40
"""The only empty cell of a trivial puzzle; its images have another one."""


COUNTED = tuple(
    CountedPuzzle(Grid.parse(puzzle), number)
    for puzzle, number in (
        (".2..5.64.94..8..7...5......2.4..7...3698............345..9...6..........79..28..1", 617),
        ("...753....43......67..9...3...1....6...84..12.8........1......8438..69....6.2.4..", 34),
        (".2...3.......81......49.....5.1.789...98....2.....9......97.36..3..169...9..28...", 14_392),
    )
)
"""Puzzles with several solutions, equally many clues, and clues of one grid, which caches may confuse."""


@cache
def workload(shape: Shape = Shape()) -> Workload:
    """The puzzles to measure with; those of shapes other than 3x3 are certified ones of all kinds."""
    if shape != Shape():
        return _certified_workload(shape)
    easy = _known("easy")[:EASY_KINDS]
    few = [known.puzzle for known in _known("17 clues")[FIRST:][:DIFFERENT]]
    pairs = zip(_known("magictour")[FIRST:], _known("hardest"), strict=False)
    hard = [known.puzzle for known in chain.from_iterable(pairs)][:DIFFERENT]
    images = [CountedPuzzle(image, COUNTED[-1].number) for image in _images([COUNTED[-1].puzzle], COUNTED_IMAGES)]
    return Workload(
        {
            TRIVIAL: _Series([known.solution.with_cell(TRIVIAL_CELL, 0) for known in easy]),
            EASY: _Series([known.puzzle for known in easy]),
            HARD: _Series(hard),
            FEW_CLUES: _Series(few),
        },
        {HARD: _images(hard[:1], IMAGES), FEW_CLUES: _images(few[:1], IMAGES)},
        ([*COUNTED, *images], COUNTED[1:2]),
    )


def _certified_workload(shape: Shape) -> Workload:
    """The easiest and the hardest proper puzzles of the corpus of a shape, and those with most solutions."""
    known = corpus(shape)
    nodes = known.nodes.astype(np.int64)
    proper = np.flatnonzero((known.counts == 1) & (known.puzzles == 0).any(axis=1))
    order = proper[np.argsort(nodes[proper], kind="stable")]
    easy = order[len(order) // 4 :][:EASY_KINDS]
    hard = grids(known.puzzles[order[::-1][:DIFFERENT]], shape)
    trivial = [grid.with_cell(shape.cells // 2, 0) for grid in grids(known.solutions[easy, 0], shape)]
    totals, rows = np.unique(known.totals, return_index=True)
    several = zip(grids(known.puzzles[rows], shape), totals.tolist(), strict=True)
    return Workload(
        {TRIVIAL: _Series(trivial), EASY: _Series(grids(known.puzzles[easy], shape)), HARD: _Series(hard)},
        {HARD: _images(hard[:1], IMAGES)},
        ([CountedPuzzle(puzzle, number) for puzzle, number in several if number > 2][-COUNTED_IMAGES:],),
    )


class _Series:
    """Puzzles, then images of them in turn, each made once."""

    def __init__(self, puzzles: Sequence[Grid]) -> None:
        self._puzzles = puzzles
        self._made = [*puzzles]

    def __call__(self, number: int) -> Sequence[Grid]:
        if len(self._made) < number:
            self._made = [*self._puzzles, *_images(self._puzzles, 2 * number - len(self._puzzles))]
        return self._made[:number]


def _images(puzzles: Sequence[Grid], number: int) -> list[Grid]:
    random = Random(0)
    shape = puzzles[0].shape
    images = (unrank(random.randrange(group_order(shape)), shape) for _ in range(number))
    return [image(puzzles[place % len(puzzles)]) for place, image in enumerate(images)]


def _known(kind: str) -> list[KnownPuzzle]:
    return [known_puzzles()[index] for index in indices_of(kind)]
