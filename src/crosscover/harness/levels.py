"""The levels of hardness of blocks of puzzles: their order, and the speed of a subject at each."""

from itertools import cycle

from .limits import BLOCK_SECONDS, FIRST_BLOCK_SECONDS, GRACE_SECONDS, LEAST_SECONDS, SLACK
from .pace import Pace

LEVELS = 4
"""Number of levels of hardness: from each to the next a plain search needs about ten times as many nodes."""

REFUSALS = LEVELS
"""The level of puzzles without a solution, for contracts that allow them."""

TURNS = (0, 1, 2, 3, 0, REFUSALS, 0)
"""The order in which levels take turns: the easiest most often, as a second has most of its puzzles."""

SLOWDOWN = 8
"""Estimated ratio of the times per puzzle of two levels, until the harder one is measured."""

FIRST_BLOCK, MAX_BLOCK, GROWTH = 100, 30_000, 8
"""Number of puzzles in the first block of a level, and in the largest, which takes 75 MB; the ratio from each block of
a level to the next."""

UNKNOWN_RATE = 5.0
"""Puzzles per second that are assumed before any run."""


class Levels:
    """The speed of a subject at each level; those that are too slow are left out."""

    def __init__(self, pace: Pace) -> None:
        self.open = LEVELS
        self._pace = pace
        self._turns = cycle(TURNS)
        self._most = [FIRST_BLOCK] * (LEVELS + 1)
        self._seconds: dict[int, float] = {}

    def next_block(self, seconds: float, *, with_refusals: bool) -> tuple[int, int]:
        """The level and the size of the next block, for which there are these seconds."""
        is_open = [*(level < self.open for level in range(LEVELS)), with_refusals]
        level = next(level for level in self._turns if is_open[level])
        intended = BLOCK_SECONDS if level in self._seconds else FIRST_BLOCK_SECONDS
        fitting = min(intended, seconds - self._pace.start) / self._puzzle_seconds(level)
        return level, max(1, int(min(fitting, MAX_BLOCK, self._most[level])))

    def limit(self, level: int, puzzles: int, most: float) -> float:
        """The time limit in seconds of a block, three times the expected time and a second more, but at most `most`."""
        expected = self._pace.start + puzzles * self._puzzle_seconds(level)
        return max(LEAST_SECONDS, min(GRACE_SECONDS + SLACK * expected, most))

    def record(self, level: int, puzzles: int, seconds: float) -> None:
        """Record a block that succeeded."""
        self._seconds[level] = max(seconds - self._pace.start, seconds / 4, 1e-6) / puzzles
        self._most[level] = max(self._most[level], GROWTH * puzzles)

    def record_timeout(self, level: int, puzzles: int) -> None:
        """Record a block that timed out: later ones are shorter, and none is as hard."""
        self._most[level] = max(1, puzzles // GROWTH)
        if level > 0:
            self.open = min(self.open, level)

    def _puzzle_seconds(self, level: int) -> float:
        """Seconds per puzzle of a level: measured, or estimated by those of an easier level or of ordinary puzzles."""
        if level in self._seconds:
            return self._seconds[level]
        if level in (0, REFUSALS):
            return 1 / (self._pace.rate() or UNKNOWN_RATE)
        return SLOWDOWN * self._puzzle_seconds(level - 1)
