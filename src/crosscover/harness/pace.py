"""The speed of a subject: its startup time and its time per puzzle, averaged over recent runs."""

import sys
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from crosscover.options import Options
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.reference import Grid
from crosscover.responses import Failed
from crosscover.result import significant
from crosscover.subjects.subject import Transcript

from .judging import Batch
from .limits import SLACK

RECENT_RUNS = 30
"""Number of recent runs to average the speed over."""

NEARLY_FULL = 8
"""Maximum average number of empty cells of puzzles that take any solver almost no time."""

MAX_BATCH_SIZE = 10_000
"""Maximum number of puzzles per run, even for fast subjects."""

LONG_RUN, NEARLY_FREE = 100, 3
"""Minimum number of puzzles in a run that shows whether the subject slows down, and limit of their empty cells: the
puzzles of longer runs must not be harder."""

SLOWS_DOWN = 2
"""Ratio of the processor times per puzzle of a long and a shorter run that is reported."""

SAMPLE, SAMPLE_NODES = 60, 1_000
"""Number of recent puzzles for estimating the nodes per second of a subject, and the node limit for each puzzle."""


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
        self._long_runs: dict[int, float] = {}  # processor seconds per puzzle by length

    def record(self, batch: Sequence[Grid], transcript: Transcript, seconds: float) -> None:
        """Record a run, unless it left a puzzle unanswered."""
        if not any(isinstance(response, Failed) for response in transcript.responses):
            usage = transcript.usage
            solving = None if usage is None else usage.solving_seconds
            self._recent[_is_filled(batch, NEARLY_FULL)].append(_Run(tuple(batch), seconds, solving))
            if usage is not None and usage.cpu_seconds and len(batch) >= LONG_RUN and _is_filled(batch, NEARLY_FREE):
                each = usage.cpu_seconds / len(batch)
                self._long_runs[len(batch)] = min(each, self._long_runs.get(len(batch), each))

    @property
    def start(self) -> float:
        """Startup time of a run in seconds; 0 if unknown because all runs have the same length.

        Without the puzzles of the shortest run, which may take as long as a start.
        """
        runs = [run for recent in self._recent.values() for run in recent]
        if known := [run.seconds - run.solving for run in runs if run.solving is not None]:
            return min(known)
        if len({len(run.batch) for run in runs}) < 2:
            return 0.0
        similar = max(
            self._recent[True], self._recent[False], key=lambda recent: len({len(run.batch) for run in recent})
        )
        short, long = (choose(similar, key=lambda run: len(run.batch)) for choose in (min, max))
        each = max(0.0, long.seconds - short.seconds) / max(1, len(long.batch) - len(short.batch))
        return max(0.0, min(run.seconds - each * len(run.batch) for run in runs))

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

    @property
    def slowdown(self) -> str:
        """A sentence if the subject takes longer per puzzle the more similar puzzles a run has; empty if not.

        The start of a run makes the difference smaller, never larger.
        """
        longest, shortest = max(self._long_runs, default=0), min(self._long_runs, default=0)
        if not longest or self._long_runs[longest] < SLOWS_DOWN * self._long_runs[shortest]:
            return ""
        times = significant(self._long_runs[longest] / self._long_runs[shortest])
        return f"It slows down during a run: {longest:,} puzzles took {times} times as long per puzzle as {shortest:,}."

    def nodes(self, seconds: float) -> int:
        """Return how many nodes a plain search as fast as the subject visits in `seconds`; unlimited if unknown."""
        nodes, taken, puzzles = 0, 0.0, 0
        for run in reversed(self._runs_like(())):
            if puzzles and puzzles + len(run.batch) > SAMPLE:
                break
            puzzles += len(run.batch)
            nodes += sum(baseline_nodes(puzzle, self._options.solutions_searched, SAMPLE_NODES) for puzzle in run.batch)
            taken += run.seconds if run.solving is None else run.solving
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _runs_like(self, batch: Sequence[Grid]) -> deque[_Run]:
        """Return the recent runs that are similar to a batch, or runs of the other kind if there are none."""
        kind = _is_filled(batch, NEARLY_FULL)
        return self._recent[kind] or self._recent[not kind]


def _is_filled(batch: Sequence[Grid], most: int) -> bool:
    """Return whether puzzles have on average at most this number of empty cells."""
    return 0 < len(batch) * most >= sum(puzzle.values.count(0) for puzzle in batch)
