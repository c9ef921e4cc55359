"""The speed of a subject at each level of hardness of the blocks of `volume`, which decides on the next block.

The property names the levels: 0 and lower levels need hardly any search, and each further level is harder than the
level before it.
"""

import math
from collections.abc import Mapping

from .limits import BLOCK_SECONDS, GRACE_SECONDS, MIN_SECONDS, SLACK
from .pace import Pace

SLOWDOWN = 8
"""Estimated slowdown from one level to the next, until the harder level is measured."""

FIRST_BLOCK, MAX_BLOCK, GROWTH = 100, 30_000, 16
"""Number of puzzles in the first and in the largest block of a level, and the growth factor; two blocks need 60 MB."""

UNKNOWN_RATE = 5.0
"""Assumed puzzles per second before the first run."""

LevelAndSize = tuple[int, int]
"""A level, and the size of a block of this level."""


class LevelPace:
    """The speed of a subject at each level, and its time; levels that are too hard for the subject are closed."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._first_closed = math.inf
        self._max_sizes: dict[int, int] = {}
        self._seconds: dict[int, float] = {}
        self._spent: dict[int, float] = {}

    def next_block(
        self, shares: Mapping[int, int], seconds: float, running: LevelAndSize | None = None
    ) -> LevelAndSize:
        """Return the level and the size of the next block if `seconds` are left.

        `shares` contains the share of each level in the time, in any unit. It contains a level that is never closed,
        such as 0. The next block is of the level that has used the least of its share, with the expected time of the
        puzzles that are `running`.
        """
        used = {level: self._spent.get(level, 0.0) for level in shares if not self.is_closed(level)}
        if running is not None and running[0] in used:
            level, puzzles = running
            used[level] += puzzles * self._puzzle_seconds(level)
        level = min(used, key=lambda each: used[each] / shares[each])
        return level, self.fitting(level, seconds)

    def is_closed(self, level: int) -> bool:
        """Return whether a level, or an easier one, has timed out."""
        return level >= self._first_closed

    def fitting(self, level: int, seconds: float) -> int:
        """Return how many puzzles of a level fit into a block if `seconds` are left, at least 1."""
        fitting = min(BLOCK_SECONDS, seconds - self._pace.start) / self._puzzle_seconds(level)
        return max(1, int(min(fitting, MAX_BLOCK, self._max_sizes.get(level, FIRST_BLOCK))))

    def limit(self, level: int, puzzles: int, most: float) -> float:
        """Return the time limit of a block in seconds, as `Timeouts` would set it, but at most `most`."""
        expected = self._pace.start + puzzles * self._puzzle_seconds(level)
        return max(MIN_SECONDS, min(GRACE_SECONDS + SLACK * expected, most))

    def record(self, level: int, puzzles: int, seconds: float) -> None:
        """Record a successful block."""
        self._spent[level] = self._spent.get(level, 0.0) + seconds
        self._seconds[level] = max(seconds - self._pace.start, seconds / 4, 1e-6) / puzzles
        self._max_sizes[level] = max(self._max_sizes.get(level, FIRST_BLOCK), GROWTH * puzzles)

    def record_timeout(self, level: int, puzzles: int, seconds: float) -> None:
        """Record a block that timed out: later blocks are shorter and easier."""
        self._spent[level] = self._spent.get(level, 0.0) + seconds
        self._max_sizes[level] = max(1, puzzles // GROWTH)
        if level > 0:
            self._first_closed = min(self._first_closed, level)

    def _puzzle_seconds(self, level: int) -> float:
        """Return the seconds per puzzle of a level: measured, or estimated from an easier level or ordinary puzzles."""
        if level in self._seconds:
            return self._seconds[level]
        if level <= 0:
            return 1 / (self._pace.rate() or UNKNOWN_RATE)
        return SLOWDOWN * self._puzzle_seconds(level - 1)
