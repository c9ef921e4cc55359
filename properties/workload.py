"""The puzzles with which the performance of a solver is measured: images of known ones, the same each time."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random

from crosscover.harness.performance import FEW_CLUES, HARD, Workload
from crosscover.reference import Grid

from .corpus import indices_of, known_puzzles
from .strategies.symmetry import group_order, unrank

FIRST = 22
"""The first of the hard puzzles, and of those with 17 clues: some that a plain search does in a few thousand nodes."""

SET_SIZE = 32
IMAGES = 24
EASY_KINDS = 8

TRIVIAL_CELL = 40
"""The one empty cell of a trivial puzzle; its images have another one."""


@cache
def workload() -> Workload:
    """The puzzles to measure with."""
    known = known_puzzles()
    magictour, hardest, few = (
        [known[index].puzzle for index in indices_of(kind)] for kind in ("magictour", "hardest", "17 clues")
    )
    hard = [*chain.from_iterable(zip(magictour[FIRST:], hardest, strict=False))][:SET_SIZE]
    few = few[FIRST : FIRST + SET_SIZE]
    easy = [known[index].puzzle for index in indices_of("easy")][:EASY_KINDS]
    trivial = [known_puzzles()[index].solution.with_cell(TRIVIAL_CELL, 0) for index in indices_of("easy")]
    return Workload(
        _Series(trivial),
        _Series(easy),
        {HARD: hard, FEW_CLUES: few},
        {HARD: _images(hard[:1], IMAGES), FEW_CLUES: _images(few[:1], IMAGES)},
    )


class _Series:
    """Images of the puzzles in turn; those that were made are kept."""

    def __init__(self, puzzles: Sequence[Grid]) -> None:
        self._puzzles = puzzles
        self._made: list[Grid] = []

    def __call__(self, number: int) -> Sequence[Grid]:
        if len(self._made) < number:
            self._made = _images(self._puzzles, 2 * number)
        return self._made[:number]


def _images(puzzles: Sequence[Grid], number: int) -> list[Grid]:
    random = Random(0)
    return [unrank(random.randrange(group_order()))(puzzles[place % len(puzzles)]) for place in range(number)]
