"""The sizes and the time limits of blocks of puzzles, by the speed of the subject at each level of hardness."""

import math

from crosscover.options import Options

from .pacing import RetryPolicy

LEVELS = 4
"""Number of levels of hardness: from each to the next a plain search needs some ten times as many nodes."""

SHARES = (0.4, 0.2, 0.2, 0.2)
"""The share of each level of the time: that which it has of the puzzles derived from the corpus."""

SLOWDOWN = 8.0
"""Estimated ratio of the times per puzzle of two levels, until the harder one is measured."""

MAX_BLOCK = 100_000
"""Maximum number of puzzles in a block; deriving 100,000 takes 250 MB."""

FIRST_BLOCK = 100
"""Number of puzzles in the first block of a fast subject."""

UNKNOWN_RATE = 5.0
"""Puzzles per second that are assumed before any run."""

GROWTH = 8
"""Maximum ratio of the sizes of a block and of the largest one that succeeded."""

ENOUGH_PUZZLES = 4
"""Minimum number of puzzles from whose time that of the start is subtracted."""

RUN_SECONDS = 2.0
"""Intended duration of a block in seconds, so that a run can end in time."""

SHORT_SECONDS = 0.4
"""The same for the first block of a level, and for those of a level with a puzzle that the subject was slow for."""

USABLE = 0.8
"""The part of the time left for which a block is made, so that it seldom has to be stopped."""

SLACK = 2
"""Tolerated ratio of the actual to the expected time, which is that of puzzles as hard."""

GRACE_SECONDS = 1.0
"""Seconds that a block may take beyond that."""

WAITING = 3.0
"""How much more of the share of a level a second takes in which the subject did not answer."""


class BlockSizes:
    """The sizes of blocks by the speed in earlier ones; before the first block, by that in ordinary batches."""

    def __init__(self, options: Options, policy: RetryPolicy) -> None:
        self._options = options
        self._policy = policy
        self._rates: list[float | None] = [None] * LEVELS
        self._used = [0.0] * LEVELS
        self._largest = FIRST_BLOCK // GROWTH + 1
        self._most = MAX_BLOCK
        self._deriving = 0.0
        self._uneven = set[int]()

    def next_level(self, seconds: float) -> int:
        """Return the level that has had the least of its share of the time, the easiest of several; `seconds` are left.

        If even one puzzle takes longer than a block should, the excess counts before the level has had it. So a slow
        subject gets easy puzzles first.
        """

        def had(level: int) -> float:
            excess = self.expected_seconds(level, self.size(level, seconds)) - self._intended_seconds(level)
            return (self._used[level] + max(0.0, excess)) / SHARES[level]

        return min(range(LEVELS), key=had)

    def size(self, level: int, seconds: float) -> int:
        """Return the size of a block for a part of that time, `RUN_SECONDS` and a quarter of the time limit."""
        limit, rate = self._options.time_limit, self._rate(level)
        run = rate * min(self._intended_seconds(level), limit / 4 if limit else math.inf)
        all_in_all = (USABLE * seconds - self._policy.start_seconds()) / (1 / rate + self._deriving)
        return max(1, int(min(self._most, self._largest * GROWTH, run, all_in_all)))

    def _intended_seconds(self, level: int) -> float:
        is_even = self._rates[level] is not None and level not in self._uneven
        return RUN_SECONDS if is_even else SHORT_SECONDS

    def record_deriving(self, puzzles: int, seconds: float) -> None:
        """Record the seconds in which the puzzles of a block were derived."""
        self._deriving = seconds / puzzles

    def expected_seconds(self, level: int, puzzles: int) -> float:
        """Return the seconds that a run takes at the speed so far."""
        return self._policy.start_seconds() + puzzles / self._rate(level)

    def time_limit(self, level: int, puzzles: int) -> float:
        """Return the time limit of a run at the speed so far; the options may allow hours."""
        return min(self._options.seconds(puzzles), GRACE_SECONDS + SLACK * self.expected_seconds(level, puzzles))

    def charge(self, level: int, seconds: float) -> None:
        """Count seconds that a level has used."""
        self._used[level] += seconds

    def record_wait(self, level: int, seconds: float) -> None:
        """Record seconds of waiting, which were charged already, for a puzzle that the subject was slow for."""
        self._used[level] += (WAITING - 1) * seconds
        self._uneven.add(level)

    def record(self, level: int, puzzles: int, seconds: float) -> None:
        """Record a block, or a part of one, that succeeded.

        The time of a few puzzles counts as a whole: how much of it the start took is not known well enough.
        """
        start = self._policy.start_seconds() if puzzles >= ENOUGH_PUZZLES else 0.0
        self._rates[level] = puzzles / max(seconds - start, seconds / 4, 1e-6)
        self._largest = max(self._largest, puzzles)
        if puzzles >= self._most:
            self._most = min(MAX_BLOCK, 2 * self._most)

    def record_too_long(self, puzzles: int) -> None:
        """Record a block that failed although each of its puzzles succeeds: later blocks are much shorter."""
        self._most = max(1, puzzles // GROWTH)

    def _rate(self, level: int) -> float:
        """Return the puzzles per second of a level, estimated by the next easier one that is known."""
        known = next((easier for easier in range(level, -1, -1) if self._rates[easier] is not None), None)
        if known is None:
            return self._policy.puzzles_per_second() or UNKNOWN_RATE
        return (self._rates[known] or UNKNOWN_RATE) / SLOWDOWN ** (level - known)
