"""How fast a subject is, and what may be asked of it: a solver that is only slow is not called wrong for that.

A batch that is late is compared with a plain backtracking search at the subject's own pace. What such a search would
not have done in time either is made easier or left out, then and from there on. Limits that somebody has set are
enforced strictly, and engines run under a limit of their own.

    ask the batch -> late? -> fit it to the pace, ask what is left -> late again? -> ask puzzle by puzzle, then all
                                                                                    with three times as long
    a long batch  -> later than foreseen? -> ask part by part, each like a batch, then all
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
from .judging import Batch, Counterexample, first_failure
from .schedule import Clock
from .verdicts import VerdictCache

SLACK = 3
"""How many times as long as foreseen an answer may take: solvers of this kind differ in how they break ties."""

SLACK_SECONDS = 4.0
"""So many seconds more a long run may take before it is cut; that accuses nobody."""

RECENT_RUNS = 30
"""So many runs in time are kept to tell the pace of a subject by."""

RETRY_SECONDS = 10.0
"""A late batch is asked again puzzle by puzzle, or part by part, for so long; what comes after that is not judged."""

ALONE, PART = 10, 30
"""So many puzzles of a long batch that was late are asked alone, as a rule enough to see a wrong one, the others in
parts of so many."""

MAX_BATCH_SIZE = 10_000
"""No run has more puzzles than this, however fast the subject is."""

SHORT_LIMIT = 2.0
"""Seconds within which a run has to end for a failure to be made smaller that consists in being late."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking a batch: what was asked of it in the end, and what is wrong, None where nothing is.

    `simplified_or_skipped` counts the puzzles that were not asked as they were; `seconds` is what the subject took.
    """

    batch: Batch
    simplified_or_skipped: int
    seconds: float
    counterexample: Counterexample | None


class _Run(NamedTuple):
    """A run in time: its batch, its seconds, and those of the puzzles alone where they are known."""

    batch: Batch
    seconds: float
    solving_seconds: float | None = None


class Leniency:
    """Asks a subject, and takes account of how slow it is."""

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self._verdicts = verdicts
        self._clock = clock
        self._recent: deque[_Run] = deque(maxlen=RECENT_RUNS)
        self._node_budget: int | None = None
        self.late_seconds = 0.0
        self._solutions = subject.options.contract.solutions_needed
        self._in_order = subject.options.contract.wants_least
        self._is_lenient = subject.engine is None and subject.options.has_default_limits

    def learn(self, batch: Batch, transcript: Transcript, seconds: float) -> None:
        """Take note of how long a run took that was asked elsewhere.

        One that was late counts as though it had had all its time.
        """
        faults = {response.fault for response in transcript.responses if isinstance(response, Failed)}
        if Fault.TIMED_OUT in faults:
            self.add_late(max(seconds, self._subject.options.seconds(len(batch))))
        elif not faults:
            self._recent.append(_Run(batch, seconds, _solving_seconds(transcript)))

    def add_late(self, seconds: float) -> None:
        """Count seconds of a run that timed out."""
        self.late_seconds += seconds

    def ask(self, batch: Batch, formatting: Formatting, *, strictly: bool = False) -> Asked:
        """Ask a batch, and less of it where the subject turns out to be slow.

        With `strictly` a late answer is wrong, and nothing is learnt of the pace: so a failure fails again.
        """
        limit = self._foreseen_limit(len(batch))
        run, counterexample = self._ask_and_judge(batch, formatting, limit)
        seconds = run.seconds
        if limit is not None and not strictly and counterexample is not None and counterexample.is_timeout:
            return self._ask_in_parts(batch, formatting, seconds)
        if counterexample is None and not strictly:
            self._recent.append(run)
        if counterexample is None or not counterexample.is_timeout or strictly or not self._is_lenient:
            return Asked(batch, 0, seconds, counterexample)
        self._node_budget = self._nodes_in(self._subject.options.seconds(len(batch)))
        fitting, changed = self.fit(batch)
        if fitting != batch:
            again, counterexample = self._ask_and_judge(fitting, formatting) if fitting else (_Run((), 0.0), None)
            seconds += again.seconds
        if counterexample is not None and counterexample.is_timeout and len(fitting) > 1:
            counterexample = self._retry_slowly(counterexample)
        return Asked(fitting, changed, seconds, counterexample)

    def fit(self, batch: Sequence[Grid]) -> tuple[Batch, int]:
        """What a batch becomes for a subject that is known to be slow, and how many puzzles that changes.

        Puzzles that are too much get more clues of their one solution; those without one, and those for which no time
        is left after the others, are left out.
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
        """How many puzzles the subject can be given in one run of that time: thousands, one where it was that slow."""
        rate = self.puzzles_per_second()
        allowed = MAX_BATCH_SIZE if rate is None else (seconds - self.start_seconds()) * rate
        return max(1, int(min(MAX_BATCH_SIZE, allowed)))

    def start_seconds(self) -> float:
        """What it took to start a run, at least, which is paid once.

        Where a run does not tell it apart that is what the shortest one took, if they were of several sizes; else
        nothing is known of it, and the puzzles count for all.
        """
        known = [run.seconds - run.solving_seconds for run in self._recent if run.solving_seconds is not None]
        if known:
            return min(known)
        several_sizes = len({len(run.batch) for run in self._recent}) > 1
        return min(run.seconds for run in self._recent) if several_sizes else 0.0

    def puzzles_per_second(self) -> float | None:
        """How many puzzles the subject answers in a second, starts of runs not counted; None where that is unknown."""
        if not self._recent:
            return None
        start = self.start_seconds()
        solving = sum(
            run.seconds - start if run.solving_seconds is None else run.solving_seconds for run in self._recent
        )
        return sum(len(run.batch) for run in self._recent) / max(solving, 1e-6)

    def limit_at(self, rate: float, puzzles: int) -> float:
        """What a run of so many puzzles may take at so many a second: not the hours that the options would allow."""
        foreseen = self.start_seconds() + puzzles / rate
        return min(self._subject.options.seconds(puzzles), SLACK_SECONDS + SLACK * foreseen)

    def may_shrink(self, counterexample: Counterexample) -> bool:
        """Whether there is time to make a failure smaller: each look at one that hangs takes all its time."""
        return not counterexample.is_timeout or self._subject.options.time_limit <= SHORT_LIMIT

    def _foreseen_limit(self, puzzles: int) -> float | None:
        """What a long run may take at first: not the minutes that its options give it, of which a hang would use all.

        None for one of ordinary length, and where the options give no more.
        """
        rate = self.puzzles_per_second()
        if not self._is_lenient or rate is None or puzzles <= PART:
            return None
        limit = self.limit_at(rate, puzzles)
        return limit if limit < self._subject.options.seconds(puzzles) else None

    def _ask_in_parts(self, batch: Batch, formatting: Formatting, seconds: float) -> Asked:
        """Ask a long batch part by part, after it took so many seconds and was late; each part is judged like any.

        Where all of them are right as they are, it is asked as a whole once more, with all the time that it has.
        """
        started = self._clock()
        asked: list[Grid] = []
        changed = 0
        for start, end in pairwise([*range(ALONE), *range(ALONE, len(batch), PART), len(batch)]):
            if self._clock() - started > RETRY_SECONDS:
                return Asked(tuple(asked), changed + len(batch) - start, seconds, None)
            part = self.ask(batch[start:end], formatting)
            asked += part.batch
            changed += part.simplified_or_skipped
            seconds += part.seconds
            if part.counterexample is not None:
                return Asked(tuple(asked), changed, seconds, part.counterexample)
        if changed:
            return Asked(tuple(asked), changed, seconds, None)
        whole, counterexample = self._ask_and_judge(batch, formatting)
        return Asked(batch, 0, seconds + whole.seconds, counterexample)

    def _ask_and_judge(
        self, batch: Batch, formatting: Formatting, limit: float | None = None
    ) -> tuple[_Run, Counterexample | None]:
        verdicts = [self._verdicts[puzzle] for puzzle in batch]
        started = self._clock()
        transcript = self._subject.ask(batch, formatting, limit)
        seconds = self._clock() - started
        counterexample = first_failure(batch, verdicts, transcript, self._subject.options.contract, formatting)
        if counterexample is not None and counterexample.is_timeout:
            self.add_late(seconds)
        return _Run(batch, seconds, _solving_seconds(transcript)), counterexample

    def _nodes_in(self, seconds: float) -> int:
        """How many nodes of a plain search the subject can be expected to do in that time; any number where unknown."""
        nodes = sum(self._baseline_nodes(grid, NODE_CAP // 10) for run in self._recent for grid in run.batch)
        taken = sum(run.seconds if run.solving_seconds is None else run.solving_seconds for run in self._recent)
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _baseline_nodes(self, puzzle: Grid, limit: int) -> int:
        """What the puzzle costs a plain search: of the least solution one that fills the cells in their order."""
        return baseline_nodes(puzzle, self._solutions, limit, in_order=self._in_order)

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

    def _retry_slowly(self, late: Counterexample) -> Counterexample | None:
        """Tell a subject that hangs from one that is slow: ask each puzzle alone, then all with three times as long.

        One that is too slow for that is not accused.
        """
        options, formatting = self._subject.options, late.formatting
        started = self._clock()
        for puzzle in late.batch:
            _, alone = self._ask_and_judge((puzzle,), formatting)
            if alone is not None or self._clock() - started > RETRY_SECONDS:
                return alone
        longer = replace(options, time_limit=options.time_limit + 3 * (self._clock() - started))
        with closing(open_subject(self._subject.name, longer)) as unhurried:
            transcript = unhurried.ask(late.batch, formatting)
        return first_failure(late.batch, late.verdicts, transcript, options.contract, formatting)


def _solving_seconds(transcript: Transcript) -> float | None:
    return None if transcript.usage is None else transcript.usage.solving_seconds
