"""The speed of a subject: its startup time and its time per puzzle, averaged over recent runs."""

import sys
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from crosscover.options import Options
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.reference import Grid
from crosscover.responses import Failed
from crosscover.subjects.subject import Transcript

from .judging import Batch
from .limits import SLACK

RECENT_RUNS = 30
"""Number of recent runs to average the speed over."""

NEARLY_FULL = 8
"""Maximum average number of empty cells of puzzles that take any solver almost no time."""

MAX_BATCH_SIZE = 10_000
"""Maximum number of puzzles per run, even for fast subjects."""

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
            nodes += sum(baseline_nodes(puzzle, self._options.solutions_searched, SAMPLE_NODES) for puzzle in run.batch)
            taken += run.seconds if run.solving is None else run.solving
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _runs_like(self, batch: Sequence[Grid]) -> deque[_Run]:
        """Return the recent runs that are similar to a batch, or runs of the other kind if there are none."""
        kind = _is_nearly_full(batch)
        return self._recent[kind] or self._recent[not kind]


def _is_nearly_full(batch: Sequence[Grid]) -> bool:
    return 0 < len(batch) * NEARLY_FULL >= sum(puzzle.values.count(0) for puzzle in batch)
