"""How many puzzles a subject is given in one block, as fast as it has been so far."""

from crosscover.options import Options

from .leniency import Leniency

MAX_BLOCK = 100_000
FIRST_BLOCK = 100
MAX_AT_ONCE = 4 * MAX_BLOCK
"""The puzzles of all blocks that are asked at the same time; to make a hundred thousand takes a quarter of a GB."""

WORTH_SHARING = 0.25
"""Seconds that a block takes, from which on it pays to ask several at once."""

GROWTH = 8
"""A block has at most so many times as many puzzles as the largest that went well."""

RUN_SECONDS = 2.0
"""What a block is to take, so that a run can end in time."""

SLOW = 100.0
"""A subject that answers fewer puzzles a second is given ordinary batches: what judging those costs hardly matters."""

_WARM_UP = (1, 9)
"""The batches of a subject of which nothing is known yet: enough to tell the start of a run from its puzzles."""


class Pace:
    """The pace of a subject over the blocks of all properties; before the first, that of its ordinary batches."""

    def __init__(self, options: Options, leniency: Leniency) -> None:
        self._options = options
        self._leniency = leniency
        self._rate: float | None = None
        self._largest = FIRST_BLOCK // GROWTH + 1
        self._most = MAX_BLOCK
        self._warm_ups = iter(_WARM_UP)

    def batch_size(self, seconds: float) -> int:
        """How many puzzles an ordinary batch of so much time has; 0 where the subject is fast enough for blocks."""
        rate = self._puzzles_per_second()
        if rate is None:
            return next(self._warm_ups, 1)
        if rate >= SLOW and self._most >= FIRST_BLOCK:
            return 0
        return max(1, int(min(self._most, rate * min(seconds, RUN_SECONDS))))

    def block_size(self, seconds: float) -> int:
        """How many puzzles a block is to have that takes no longer than that, `RUN_SECONDS`, or a part of its limit."""
        rate = self._puzzles_per_second() or SLOW
        limit = self._options.time_limit
        allowed = min(seconds, RUN_SECONDS, limit / 4 if limit else RUN_SECONDS)
        return max(1, int(min(self._most, self._largest * GROWTH, rate * allowed)))

    def blocks_at_once(self, size: int, jobs: int) -> int:
        """How many blocks of that size are asked at the same time with so many jobs: one where they are short."""
        rate = self._puzzles_per_second() or SLOW
        return min(jobs, MAX_AT_ONCE // size) if size / rate >= WORTH_SHARING else 1

    def time_limit(self, puzzles: int) -> float:
        """What a run of so many puzzles may take, at the pace so far."""
        return self._leniency.limit_at(self._puzzles_per_second() or SLOW, puzzles)

    def record(self, puzzles: int, seconds: float) -> None:
        """A block went well, in that time."""
        self._rate = puzzles / max(seconds - self._leniency.start_seconds(), seconds / 10, 1e-6)
        self._largest = max(self._largest, puzzles)

    def record_late(self, seconds: float) -> None:
        """A block took so long and did not end."""
        self._leniency.add_late(seconds)

    def record_failure(self, puzzles: int) -> None:
        """A block was too long: from now on each is much shorter."""
        self._most = max(1, puzzles // GROWTH)

    def _puzzles_per_second(self) -> float | None:
        return self._leniency.puzzles_per_second() if self._rate is None else self._rate
