"""The speed of a subject: its startup time and its time per puzzle, averaged over recent runs and per block level."""

import sys
from collections import deque
from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

from crosscover.options import Options
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.reference import Grid
from crosscover.responses import Failed
from crosscover.subjects.subject import Transcript

from .judging import Batch
from .limits import BLOCK_SECONDS, GRACE_SECONDS, LEAST_SECONDS, SLACK

RECENT_RUNS = 30
"""Number of recent runs to average the speed over."""

NEARLY_FULL = 8
"""Maximum average number of empty cells of puzzles that take any solver almost no time."""

MAX_BATCH_SIZE = 10_000
"""Maximum number of puzzles per run, even for fast subjects."""

SAMPLE, SAMPLE_NODES = 60, 1_000
"""Number of recent puzzles for estimating the nodes per second of a subject, and the node limit for each puzzle."""

LEVELS = 4
"""Number of hardness levels: from one level to the next, a plain search needs about ten times as many nodes."""

REFUSALS = LEVELS
"""Level of puzzles without a solution, if the contract allows them."""

TURNS = (0, 1, 2, 3, 0, REFUSALS, 0)
"""Order of the levels: the easiest level comes most often, since one second is enough for most of its puzzles."""

SLOWDOWN = 8
"""Estimated slowdown from one level to the next, until the harder level is measured."""

FIRST_BLOCK, MAX_BLOCK, GROWTH = 100, 30_000, 8
"""Number of puzzles in the first and in the largest block (75 MB) of a level, and the growth factor of blocks."""

UNKNOWN_RATE = 5.0
"""Assumed puzzles per second before the first run."""


class _Run(NamedTuple):
    batch: Batch
    seconds: float
    solving: float | None
    """Seconds without the startup time, if the run reports them."""


class Pace:
    """Average speed over the runs in which the subject answered every puzzle in time.

    Nearly full grids are measured separately, since they are far easier than other puzzles.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._recent: dict[bool, deque[_Run]] = {kind: deque(maxlen=RECENT_RUNS) for kind in (False, True)}

    def record(self, batch: Sequence[Grid], transcript: Transcript, seconds: float) -> None:
        """Record a run, unless it left a puzzle unanswered."""
        if not any(isinstance(response, Failed) for response in transcript.responses):
            solving = None if transcript.usage is None else transcript.usage.solving_seconds
            self._recent[_is_nearly_full(batch)].append(_Run(tuple(batch), seconds, solving))

    @property
    def start(self) -> float:
        """Startup time of a run in seconds; 0 if unknown because all runs have the same length."""
        runs = [run for recent in self._recent.values() for run in recent]
        if known := [run.seconds - run.solving for run in runs if run.solving is not None]:
            return min(known)
        return min(run.seconds for run in runs) if len({len(run.batch) for run in runs}) > 1 else 0.0

    def rate(self, like: Sequence[Grid] = ()) -> float | None:
        """Return the puzzles per second, without startup times, for similar puzzles; None if no run is known."""
        if not (runs := self._runs_like(like)):
            return None
        start = self.start
        solving = sum(run.seconds - start if run.solving is None else run.solving for run in runs)
        return sum(len(run.batch) for run in runs) / max(solving, 1e-6)

    def seconds(self, batch: Sequence[Grid], number: int | None = None) -> float:
        """Return the expected seconds for a batch, or for `number` similar puzzles; 0 if no run is known."""
        rate = self.rate(batch)
        return 0.0 if rate is None else self.start + (len(batch) if number is None else number) / rate

    def fitting(self, seconds: float, like: Sequence[Grid] = ()) -> int:
        """Return how many similar puzzles fit into a run of `seconds`, at least 1."""
        rate = self.rate(like)
        allowed = MAX_BATCH_SIZE if rate is None else (seconds - self.start) * rate
        return max(1, int(min(MAX_BATCH_SIZE, allowed)))

    def nodes(self, seconds: float) -> int:
        """Return how many nodes a plain search as fast as the subject visits in `seconds`; unlimited if unknown."""
        nodes, taken, puzzles = 0, 0.0, 0
        for run in reversed(self._runs_like(())):
            if puzzles and puzzles + len(run.batch) > SAMPLE:
                break
            puzzles += len(run.batch)
            nodes += sum(baseline_nodes(one, self._options.solutions_searched, SAMPLE_NODES) for one in run.batch)
            taken += run.seconds if run.solving is None else run.solving
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _runs_like(self, batch: Sequence[Grid]) -> deque[_Run]:
        """Return the recent runs that are similar to a batch, or runs of the other kind if there are none."""
        kind = _is_nearly_full(batch)
        return self._recent[kind] or self._recent[not kind]


def _is_nearly_full(batch: Sequence[Grid]) -> bool:
    return 0 < len(batch) * NEARLY_FULL >= sum(puzzle.values.count(0) for puzzle in batch)


class Levels:
    """The speed of a subject at each level; levels that are too hard for the subject are closed."""

    def __init__(self, pace: Pace) -> None:
        self.open = LEVELS
        self._pace = pace
        self._turns = cycle(TURNS)
        self._most = [FIRST_BLOCK] * (LEVELS + 1)
        self._seconds: dict[int, float] = {}

    def next_block(self, seconds: float, *, with_refusals: bool) -> tuple[int, int]:
        """Return the level and the size of the next block if `seconds` are left."""
        is_open = [*(level < self.open for level in range(LEVELS)), with_refusals]
        level = next(level for level in self._turns if is_open[level])
        fitting = min(BLOCK_SECONDS, seconds - self._pace.start) / self._puzzle_seconds(level)
        return level, max(1, int(min(fitting, MAX_BLOCK, self._most[level])))

    def limit(self, level: int, puzzles: int, most: float) -> float:
        """Return the time limit of a block in seconds, as `Timeouts` would set it, but at most `most`."""
        expected = self._pace.start + puzzles * self._puzzle_seconds(level)
        return max(LEAST_SECONDS, min(GRACE_SECONDS + SLACK * expected, most))

    def record(self, level: int, puzzles: int, seconds: float) -> None:
        """Record a successful block."""
        self._seconds[level] = max(seconds - self._pace.start, seconds / 4, 1e-6) / puzzles
        self._most[level] = max(self._most[level], GROWTH * puzzles)

    def record_timeout(self, level: int, puzzles: int) -> None:
        """Record a block that timed out: later blocks are shorter and easier."""
        self._most[level] = max(1, puzzles // GROWTH)
        if level > 0:
            self.open = min(self.open, level)

    def _puzzle_seconds(self, level: int) -> float:
        """Return the seconds per puzzle of a level: measured, or estimated from an easier level or ordinary puzzles."""
        if level in self._seconds:
            return self._seconds[level]
        if level in (0, REFUSALS):
            return 1 / (self._pace.rate() or UNKNOWN_RATE)
        return SLOWDOWN * self._puzzle_seconds(level - 1)
