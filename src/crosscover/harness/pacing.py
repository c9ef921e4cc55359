"""The speed of a subject, and what it receives accordingly: a solver that is only slow is not reported as wrong.

A batch that times out is compared with a plain backtracking search at the subject's own speed. Puzzles that such a
search could not finish in time either are made easier or left out, now and in later batches. Limits that a user has set
are enforced strictly, and engines have a limit of their own.

    run the batch -> timed out? -> make it easier, run it -> timed out again? -> run each puzzle alone, then all
                                                                                with three times as long
    a long batch -> slower than expected? -> run part by part, each like a batch, then all
"""

import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Unique
from crosscover.responses import Failed, Fault
from crosscover.subjects.specification import subject as open_subject
from crosscover.subjects.subject import Subject, Transcript

from .baseline import NODE_CAP, baseline_nodes
from .deadline import Clock
from .judging import Batch, Counterexample, first_failure
from .verdicts import VerdictCache

SLACK = 3
"""Tolerated ratio of the actual to the expected time: solvers of this kind break ties differently."""

SLACK_SECONDS = 4.0
"""Extra seconds of a long run before it is stopped; stopping it is not a failure."""

RECENT_RUNS = 30
"""Number of recent runs without timeouts by which the speed is measured."""

RETRY_SECONDS = 10.0
"""Seconds for repeating a batch that timed out puzzle by puzzle, or part by part; the rest is not judged."""

ALONE, PART = 10, 30
"""Puzzles of a long batch that are repeated alone, usually enough to find a wrong one, and the size of later parts."""

MAX_BATCH_SIZE = 10_000
"""Maximum number of puzzles in a run, even of a fast subject."""

SHORT_LIMIT = 2.0
"""Maximum time limit in seconds under which timeouts are shrunk."""


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """The puzzles that were finally judged, and what is wrong, None if nothing is.

    `simplified_or_skipped` counts the puzzles that were made easier or left out; `seconds` is the time of all runs.
    """

    batch: Batch
    simplified_or_skipped: int
    seconds: float
    counterexample: Counterexample | None


class _Run(NamedTuple):
    """A run without a timeout: its batch, its seconds, and those without its start if they are known."""

    batch: Batch
    seconds: float
    solving_seconds: float | None = None


class RetryPolicy:
    """Runs batches, repeats those that time out, and measures the speed of the subject."""

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self._verdicts = verdicts
        self._clock = clock
        self._recent: deque[_Run] = deque(maxlen=RECENT_RUNS)
        self._node_budget: int | None = None
        self.timed_out_seconds = 0.0
        self._may_retry = subject.engine is None and subject.options.has_default_limits

    def record(self, batch: Batch, transcript: Transcript, seconds: float) -> None:
        """Record a run that somebody else made; a timeout counts with the whole time limit."""
        faults = {response.fault for response in transcript.responses if isinstance(response, Failed)}
        if Fault.TIMED_OUT in faults:
            self.record_timeout(max(seconds, self._subject.options.seconds(len(batch))))
        elif not faults:
            self._recent.append(_Run(batch, seconds, _solving_seconds(transcript)))

    def record_timeout(self, seconds: float) -> None:
        """Add the seconds of a run that timed out."""
        self.timed_out_seconds += seconds

    def judge(self, batch: Batch, formatting: Formatting, *, strictly: bool = False) -> JudgedBatch:
        """Judge a batch, or an easier part of it if the subject turns out to be slow.

        With `strictly` a timeout is a failure, and the run does not count for the speed: so a failure is reproduced.
        """
        limit = self._expected_limit(len(batch))
        run, counterexample = self._run(batch, formatting, limit)
        seconds = run.seconds
        if limit is not None and not strictly and counterexample is not None and counterexample.is_timeout:
            return self._judge_parts(batch, formatting, seconds)
        if counterexample is None and not strictly:
            self._recent.append(run)
        if counterexample is None or not counterexample.is_timeout or strictly or not self._may_retry:
            return JudgedBatch(batch, 0, seconds, counterexample)
        self._node_budget = self._nodes_in(self._subject.options.seconds(len(batch)))
        fitting, changed = self.simplify(batch)
        if fitting != batch:
            again, counterexample = self._run(fitting, formatting) if fitting else (_Run((), 0.0), None)
            seconds += again.seconds
        if counterexample is not None and counterexample.is_timeout and len(fitting) > 1:
            counterexample = self._retry_slowly(counterexample)
        return JudgedBatch(fitting, changed, seconds, counterexample)

    def simplify(self, batch: Sequence[Grid]) -> tuple[Batch, int]:
        """Return the batch for a subject that is known to be slow, and the number of puzzles that differ.

        Puzzles that are too hard get more clues of their only solution. Those without one are left out, as are those
        for which the others leave no time.
        """
        if self._node_budget is None:
            return tuple(batch), 0
        left, changed = self._node_budget, 0
        fitting: list[Grid] = []
        for puzzle in batch:
            limit = min(left, NODE_CAP)
            easier = self._easier_variant(puzzle, limit)
            changed += easier != puzzle
            if easier is not None:
                fitting.append(easier)
                left -= self._baseline_nodes(easier, limit)
        return tuple(fitting), changed

    def max_batch_size(self, seconds: float) -> int:
        """Return how many puzzles fit into one run of that time, at least 1."""
        rate = self.puzzles_per_second()
        allowed = MAX_BATCH_SIZE if rate is None else (seconds - self.start_seconds()) * rate
        return max(1, int(min(MAX_BATCH_SIZE, allowed)))

    def start_seconds(self) -> float:
        """Return the minimum time to start a run, which each run takes once.

        If runs do not report it, this is the time of the shortest run, provided that runs had several sizes; otherwise
        it is unknown, and 0.
        """
        known = [run.seconds - run.solving_seconds for run in self._recent if run.solving_seconds is not None]
        if known:
            return min(known)
        several_sizes = len({len(run.batch) for run in self._recent}) > 1
        return min(run.seconds for run in self._recent) if several_sizes else 0.0

    def puzzles_per_second(self) -> float | None:
        """Return the speed of the subject without the starts of runs; None if it is unknown."""
        if not self._recent:
            return None
        start = self.start_seconds()
        solving = sum(
            run.seconds - start if run.solving_seconds is None else run.solving_seconds for run in self._recent
        )
        return sum(len(run.batch) for run in self._recent) / max(solving, 1e-6)

    def limit_at(self, rate: float, puzzles: int) -> float:
        """Return the time limit of a run at a speed in puzzles per second; the options may allow hours."""
        expected = self.start_seconds() + puzzles / rate
        return min(self._subject.options.seconds(puzzles), SLACK_SECONDS + SLACK * expected)

    def may_shrink(self, counterexample: Counterexample) -> bool:
        """Whether there is time to shrink a failure: each run that hangs takes the whole time limit."""
        return not counterexample.is_timeout or self._subject.options.time_limit <= SHORT_LIMIT

    def _expected_limit(self, puzzles: int) -> float | None:
        """Return the first time limit of a long run, if it is less than its options allow; a hang would use it all."""
        rate = self.puzzles_per_second()
        if not self._may_retry or rate is None or puzzles <= PART:
            return None
        limit = self.limit_at(rate, puzzles)
        return limit if limit < self._subject.options.seconds(puzzles) else None

    def _judge_parts(self, batch: Batch, formatting: Formatting, seconds: float) -> JudgedBatch:
        """Judge a long batch that has timed out part by part, and if all parts are correct once more as a whole.

        The last run has the full time limit.
        """
        started = self._clock()
        judged: list[Grid] = []
        changed = 0
        for start, end in pairwise([*range(ALONE), *range(ALONE, len(batch), PART), len(batch)]):
            if self._clock() - started > RETRY_SECONDS:
                return JudgedBatch(tuple(judged), changed + len(batch) - start, seconds, None)
            part = self.judge(batch[start:end], formatting)
            judged += part.batch
            changed += part.simplified_or_skipped
            seconds += part.seconds
            if part.counterexample is not None:
                return JudgedBatch(tuple(judged), changed, seconds, part.counterexample)
        if changed:
            return JudgedBatch(tuple(judged), changed, seconds, None)
        whole, counterexample = self._run(batch, formatting)
        return JudgedBatch(batch, 0, seconds + whole.seconds, counterexample)

    def _run(
        self, batch: Batch, formatting: Formatting, limit: float | None = None
    ) -> tuple[_Run, Counterexample | None]:
        verdicts = [self._verdicts[puzzle] for puzzle in batch]
        started = self._clock()
        transcript = self._subject.ask(batch, formatting, limit)
        seconds = self._clock() - started
        counterexample = first_failure(batch, verdicts, transcript, self._subject.options.contract, formatting)
        if counterexample is not None and counterexample.is_timeout:
            self.record_timeout(seconds)
        return _Run(batch, seconds, _solving_seconds(transcript)), counterexample

    def _nodes_in(self, seconds: float) -> int:
        """Return how many nodes of a plain search the subject should manage in that time; unlimited if unknown."""
        nodes = sum(self._baseline_nodes(grid, NODE_CAP // 10) for run in self._recent for grid in run.batch)
        taken = sum(run.seconds if run.solving_seconds is None else run.solving_seconds for run in self._recent)
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _baseline_nodes(self, puzzle: Grid, limit: int) -> int:
        contract = self._subject.options.contract
        return baseline_nodes(puzzle, contract.solutions_needed, limit, in_order=contract.wants_least)

    def _easier_variant(self, puzzle: Grid, limit: int) -> Grid | None:
        if self._baseline_nodes(puzzle, limit) <= limit:
            return puzzle
        verdict = self._verdicts[puzzle]
        if isinstance(verdict, Unique):
            random = Random(str(puzzle))
            for clues in (4, 8, 16, 32, 64):
                cells = random.sample(range(puzzle.shape.cells), clues)
                easier = puzzle.with_cells_of(verdict.solution, cells)
                if self._baseline_nodes(easier, limit) <= limit:
                    return easier
        return None

    def _retry_slowly(self, found: Counterexample) -> Counterexample | None:
        """Tell a hang from a slow subject: run each puzzle alone, then all with three times as long.

        A subject that is too slow for that has no failure.
        """
        options, formatting = self._subject.options, found.formatting
        started = self._clock()
        for puzzle in found.batch:
            _, alone = self._run((puzzle,), formatting)
            if alone is not None or self._clock() - started > RETRY_SECONDS:
                return alone
        longer = replace(options, time_limit=options.time_limit + 3 * (self._clock() - started))
        with closing(open_subject(self._subject.name, longer)) as patient:
            transcript = patient.ask(found.batch, formatting)
        return first_failure(found.batch, found.verdicts, transcript, options.contract, formatting)


def _solving_seconds(transcript: Transcript) -> float | None:
    return None if transcript.usage is None else transcript.usage.solving_seconds
