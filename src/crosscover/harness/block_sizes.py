"""The sizes of blocks of puzzles, by the speed of the subject."""

from crosscover.options import Options

from .pacing import RetryPolicy

MAX_BLOCK = 100_000
"""Maximum number of puzzles in a block."""

FIRST_BLOCK = 100
"""Number of puzzles in the first block."""

MAX_AT_ONCE = 4 * MAX_BLOCK
"""Maximum number of puzzles in all concurrent blocks; generating 100,000 takes 250 MB."""

WORTH_SHARING = 0.25
"""Minimum duration in seconds of blocks that run concurrently."""

GROWTH = 8
"""Maximum ratio of the sizes of a block and of the largest one that succeeded."""

RUN_SECONDS = 2.0
"""Intended duration of a block in seconds, so that a run can end in time."""

SLOW = 100.0
"""Puzzles per second below which a subject receives ordinary batches: judging those then costs little."""

_WARM_UP = (1, 9)
"""Sizes of the first batches: enough to tell the start of a run from its puzzles."""


class BlockSizes:
    """The sizes of blocks by the speed in earlier ones; before the first block, by that in ordinary batches."""

    def __init__(self, options: Options, policy: RetryPolicy) -> None:
        self._options = options
        self._policy = policy
        self._rate: float | None = None
        self._largest = FIRST_BLOCK // GROWTH + 1
        self._most = MAX_BLOCK
        self._warm_ups = iter(_WARM_UP)

    def batch_size(self, seconds: float) -> int:
        """Return the size of an ordinary batch for that time; 0 if the subject is fast enough for blocks."""
        rate = self._puzzles_per_second()
        if rate is None:
            return next(self._warm_ups, 1)
        if rate >= SLOW and self._most >= FIRST_BLOCK:
            return 0
        return max(1, int(min(self._most, rate * min(seconds, RUN_SECONDS))))

    def block_size(self, seconds: float) -> int:
        """Return the size of a block that takes at most that time, `RUN_SECONDS` and a quarter of the time limit."""
        rate = self._puzzles_per_second() or SLOW
        limit = self._options.time_limit
        allowed = min(seconds, RUN_SECONDS, limit / 4 if limit else RUN_SECONDS)
        return max(1, int(min(self._most, self._largest * GROWTH, rate * allowed)))

    def blocks_at_once(self, size: int, jobs: int) -> int:
        """Return the number of concurrent blocks of that size: 1 if they are short."""
        rate = self._puzzles_per_second() or SLOW
        return min(jobs, MAX_AT_ONCE // size) if size / rate >= WORTH_SHARING else 1

    def time_limit(self, puzzles: int) -> float:
        """Return the time limit of a run at the speed so far."""
        return self._policy.limit_at(self._puzzles_per_second() or SLOW, puzzles)

    def record(self, puzzles: int, seconds: float) -> None:
        """Record a block that succeeded."""
        self._rate = puzzles / max(seconds - self._policy.start_seconds(), seconds / 10, 1e-6)
        self._largest = max(self._largest, puzzles)

    def record_timeout(self, seconds: float) -> None:
        """Record a block that timed out after these seconds."""
        self._policy.record_timeout(seconds)

    def record_failure(self, puzzles: int) -> None:
        """Record a block that was too long: later blocks are much shorter."""
        self._most = max(1, puzzles // GROWTH)

    def _puzzles_per_second(self) -> float | None:
        return self._policy.puzzles_per_second() if self._rate is None else self._rate
