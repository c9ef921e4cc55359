"""The levels of hardness of blocks of puzzles: their order, and the speed of a subject at each."""

from .limits import BLOCK_SECONDS, FIRST_BLOCK_SECONDS
from .pace import Pace

LEVELS = 4
"""Number of levels of hardness: from each to the next a plain search needs about ten times as many nodes."""

REFUSALS = LEVELS
"""The level of puzzles without a solution, for contracts that allow them."""

WEIGHTS = (0.4, 0.2, 0.2, 0.2, 0.1)
"""The parts of the time of each level, relative to each other: more for those of which a second has most puzzles."""

SLOWDOWN = 8
"""Estimated ratio of the times per puzzle of two levels, until the harder one is measured."""

FIRST_BLOCK, MAX_BLOCK, GROWTH = 100, 30_000, 8
"""Number of puzzles in the first block of a level, and in the largest, which takes 75 MB; the ratio from each block of
a level to the next."""

UNKNOWN_RATE = 5.0
"""Puzzles per second that are assumed before any run."""


class LevelPaces:
    """The speed of a subject at each level, and the time that each has had, without those that are too slow."""

    def __init__(self) -> None:
        self.open = LEVELS
        self._used = [0.0] * len(WEIGHTS)
        self._seconds: dict[int, float] = {}
        self._most: dict[int, int] = {}

    def next_level(self, *, with_refusals: bool) -> int:
        """The level of the next block: the one that has had the least of its share."""
        levels: list[int] = [*range(self.open), *([REFUSALS] if with_refusals else [])]
        chosen: int = min(levels, key=lambda level: self._used[level] / WEIGHTS[level])
        return chosen

    def puzzle_seconds(self, level: int, pace: Pace) -> float:
        """Seconds per puzzle of a level: measured, or estimated by those of an easier level or of ordinary puzzles."""
        if level in self._seconds:
            return self._seconds[level]
        if level in (0, REFUSALS):
            return 1 / (pace.rate() or UNKNOWN_RATE)
        return SLOWDOWN * self.puzzle_seconds(level - 1, pace)

    def size(self, level: int, pace: Pace, seconds: float) -> int:
        """The size of a block for which there are these seconds, which count as used."""
        intended = BLOCK_SECONDS if level in self._seconds else FIRST_BLOCK_SECONDS
        fitting = min(intended, seconds - pace.start) / self.puzzle_seconds(level, pace)
        size = max(1, int(min(fitting, MAX_BLOCK, self._most.get(level, FIRST_BLOCK))))
        self._used[level] += pace.start + size * self.puzzle_seconds(level, pace)
        return size

    def record(self, level: int, pace: Pace, puzzles: int, seconds: float) -> None:
        """Record a block that succeeded."""
        self._seconds[level] = max(seconds - pace.start, seconds / 4, 1e-6) / puzzles
        self._most[level] = max(self._most.get(level, FIRST_BLOCK), GROWTH * puzzles)

    def record_timeout(self, level: int, puzzles: int) -> None:
        """Record a block that timed out: later ones are shorter, and none is as hard."""
        self._most[level] = max(1, puzzles // GROWTH)
        if level > 0:
            self.open = min(self.open, level)
