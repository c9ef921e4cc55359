"""The speed of a subject, and what a timeout means: the one rule for all puzzles, properties and limits.

    a run ends in time ──► judged as it is
    a run is cut off by the end of the whole run, or of shrinking ──► its answers count, the rest was not asked
    a run times out ──► the puzzle after the last answer is asked alone, then the rest in halves
      a puzzle alone is answered in time ──► judged as it is: neither a failure nor a fault
      a puzzle alone times out again ──► hard for a plain search? unanswered, as it is if no time is left for timeouts
                                     ──► easy? asked once more: a failure if `HANG_SECONDS` are not enough

Under default limits a first run has little more than its expected time, so that a puzzle for which the subject is slow
costs seconds. All timeouts together have an allowance; when it is used up, nothing is asked again, and properties that
have had few puzzles get easier ones. Time that other processes take from those of the subject does not count, so a busy
machine causes no failure. A run that exceeds the default memory limit counts as a timeout, but never as a failure.
Limits that a user has set are enforced: a run that exceeds them twice is a failure. Engines have a limit of their own.
"""

import math
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.reference import Grid, Unique
from crosscover.responses import Failed, Fault, Response
from crosscover.subjects.environment import hash_seed_of
from crosscover.subjects.small_puzzles import easy_puzzle, vary_small_puzzles
from crosscover.subjects.subject import Subject, Transcript

from .baseline import baseline_nodes, is_easy
from .deadline import Clock, Deadline
from .judging import Batch, Counterexample, first_failure
from .verdicts import VerdictCache

SLACK = 3
"""Tolerated ratio of the actual to the expected time: solvers of this kind break ties differently."""

EASY_SECONDS = 3.0
"""Time limit in seconds for the first easy puzzle, unless the user has set one; a timeout is not reported."""

SLACK_SECONDS = 1.5
"""Extra seconds of a run before it is stopped for the first time; stopping it is not a failure."""

HURRIED_SECONDS = 0.5
"""The same for a run that narrows a timeout, and for all runs if the allowance for timeouts is used up."""

RECENT_RUNS = 30
"""Number of recent runs without timeouts by which the speed is measured."""

NEARLY_FULL = 8
"""Maximum number of empty cells, on average, of puzzles that are nearly free for any solver."""

MAX_BATCH_SIZE = 10_000
"""Maximum number of puzzles in a run, even of a fast subject."""

SLOW_START = 0.3
"""Seconds from which the start of a run is slow, and worth sharing."""

SHORT_RUN = 30
"""Number of puzzles in a run that is short even if its time grows."""

EASY_NODES = 10_000
"""Maximum number of nodes of an easy puzzle, for a plain search in any order."""

CHECKED_NODES = 5_000
"""Number of nodes from which a subject has time for all puzzles: a search for more takes crosscover too long."""

EASED = 3 / 4
"""Largest part of the empty cells of an unanswered puzzle that eased puzzles have."""

LEAST_EMPTY = 1 / 4
"""Part of all cells that may be empty in any eased puzzle."""

HANG_SECONDS = 40.0
"""Time in seconds after which a subject hangs for an easy puzzle: ten times what the slowest interpreter needs."""

SAMPLE, SAMPLE_NODES = 60, 1_000
"""Number of recent puzzles by which the nodes per second of a subject are estimated, and the nodes counted for each."""

SHORT_LIMIT = 2.0
"""Maximum time limit in seconds under which timeouts are shrunk."""

FULL_SHARE, SHORT_SHARE = 0.25, 0.05
"""The largest part of the time left for a batch with its full time limit, and without it if that takes more."""

LEAST_SECONDS = 0.2
"""Minimum time limit of a run in seconds, however little time is left."""


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """The puzzles that were finally judged, and what is wrong, None if nothing is.

    `simplified_or_skipped` counts the puzzles that were made easier or left out; `seconds` is the time of all runs.
    `unanswered` has the puzzles that timed out without being a failure, and `suspects` those of them that are easy,
    without time to see whether the subject hangs.
    """

    batch: Batch
    simplified_or_skipped: int
    seconds: float
    counterexample: Counterexample | None = None
    unanswered: Batch = ()
    suspects: Batch = ()

    def then(self, later: "JudgedBatch") -> "JudgedBatch":
        """The result of this part and a later one of the same batch."""
        return JudgedBatch(
            self.batch + later.batch,
            self.simplified_or_skipped + later.simplified_or_skipped,
            self.seconds + later.seconds,
            later.counterexample,
            self.unanswered + later.unanswered,
            self.suspects + later.suspects,
        )


class _Run(NamedTuple):
    """A run: its batch, its seconds, and those without its start if they are known.

    `is_cut_off` says that a deadline ended it, `is_starved` that its processes had less time than their limit, and
    `lacks_memory` that the default memory was not enough.
    """

    batch: Batch
    seconds: float
    solving_seconds: float | None = None
    is_cut_off: bool = False
    is_starved: bool = False
    lacks_memory: bool = False


def excuse_memory(transcript: Transcript, options: Options) -> Transcript:
    """The transcript with timeouts in place of failures by the default memory limit; the same object without any."""
    run_failure = transcript.run_failure
    excused: dict[Response | None, Failed] = {
        one: replace(one, fault=Fault.TIMED_OUT)
        for one in (*transcript.responses, run_failure)
        if isinstance(one, Failed) and one.fault is Fault.OUT_OF_MEMORY
    }
    if "memory_limit" in options.explicit or not excused:
        return transcript
    responses = tuple(excused.get(one, one) for one in transcript.responses)
    return replace(transcript, responses=responses, run_failure=excused.get(run_failure, run_failure))


class RetryPolicy:
    """Runs batches, narrows timeouts, and measures the speed of the subject.

    `start` sets the end of the run and the allowance for timeouts, both unlimited by default. The hash seed of Python
    follows from the `seed` of the run.
    """

    def __init__(
        self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic, *, seed: int = 0
    ) -> None:
        subject.use_hash_seed(hash_seed_of(seed))
        self._seed = seed
        self._subject = subject
        self._verdicts = verdicts
        self._clock = clock
        self._recent: dict[bool, deque[_Run]] = {kind: deque(maxlen=RECENT_RUNS) for kind in (False, True)}
        self._node_budget: int | None = None
        self._max_empty = math.inf
        self._deadline = Deadline(clock)
        self._allowance = math.inf
        self.timed_out_seconds = 0.0
        self.out_of_memory = set[Grid]()
        self._has_waited_in_full = False
        self._has_default_limits = subject.options.has_default_limits
        self._may_retry = subject.engine is None

    def start(self, deadline: Deadline, allowance: float) -> None:
        """Let no run exceed the deadline, and all timeouts together cost hardly more than `allowance` seconds."""
        self._deadline = deadline
        self._allowance = allowance

    @property
    def has_waited_enough(self) -> bool:
        """Whether the allowance for timeouts is used up."""
        return self.timed_out_seconds >= self._allowance

    def record(self, batch: Batch, transcript: Transcript, seconds: float) -> None:
        """Record a run that somebody else made."""
        faults = {response.fault for response in transcript.responses if isinstance(response, Failed)}
        if Fault.TIMED_OUT in faults:
            self.record_timeout(seconds)
        elif not faults:
            self._keep(_Run(batch, seconds, _solving_seconds(transcript)))

    def learn_speed(self, puzzle_seed: int | str | None = None) -> Transcript:
        """Ask the easy puzzle that belongs to a seed, by default that of the run, and return the run."""
        vary_small_puzzles(self._seed if puzzle_seed is None else puzzle_seed)
        easy, _ = easy_puzzle(self._subject.options.shape)
        limit = EASY_SECONDS if self._may_retry and self._has_default_limits else None
        started = self._clock()
        transcript = self._subject.ask([Grid(bytes(bytearray(easy.values)), easy.shape)], seconds=limit)
        seconds = self._clock() - started
        self.record((easy,), transcript, seconds)
        return transcript

    def record_timeout(self, seconds: float) -> None:
        """Add the seconds of a run that timed out."""
        self.timed_out_seconds += seconds

    def judge(self, batch: Batch, formatting: Formatting) -> JudgedBatch:
        """Judge a batch, or as much of it as the subject answers in time."""
        judged = self._judge(batch, formatting, self._first_limit(batch, SLACK_SECONDS))
        for puzzle in judged.unanswered:
            if isinstance(self._verdicts[puzzle], Unique):
                eased = max(EASED * puzzle.values.count(0), LEAST_EMPTY * puzzle.shape.cells)
                self._max_empty = min(self._max_empty, eased)
        return judged

    def judge_in_full(self, batch: Batch, formatting: Formatting) -> JudgedBatch:
        """Judge a batch that is hard for some subjects in one run, in its full time limit; a timeout is not a failure.

        If that is more than `FULL_SHARE` of the time left, it gets `SHORT_SHARE`. The speed is not measured, and the
        allowance not used.
        """
        used, deadline = self.timed_out_seconds, self._deadline
        is_short = FULL_SHARE * deadline.left < self._subject.options.seconds(len(batch))
        share = deadline.within(SHORT_SHARE * deadline.left) if is_short else deadline
        run, found = self._run(batch, formatting, None, share)
        self.timed_out_seconds = used
        if found is None or not found.is_timeout:
            return JudgedBatch(batch, 0, run.seconds, found)
        answered = found.failing_index or 0
        return JudgedBatch(batch[:answered], 0, run.seconds, unanswered=batch[answered:])

    def reproduce(self, batch: Batch, formatting: Formatting, deadline: Deadline) -> JudgedBatch:
        """Run a batch once, to reproduce a failure: a timeout is one, and the speed is not measured.

        A run that the deadline cuts off is not judged, unless one of its answers was wrong.
        """
        run, found = self._run(batch, formatting, self._first_limit(batch, SLACK_SECONDS), deadline)
        if found is not None and found.is_timeout and run.is_cut_off:
            return JudgedBatch((), len(batch), run.seconds)
        return JudgedBatch(batch, 0, run.seconds, found)

    def _judge(self, batch: Batch, formatting: Formatting, limit: float | None) -> JudgedBatch:
        run, found = self._run(batch, formatting, limit, self._deadline)
        if found is None:
            self._keep(run)
        if found is None or not found.is_timeout or not self._may_retry:
            return JudgedBatch(batch, 0, run.seconds, found)
        answered = found.failing_index or 0
        if run.is_cut_off:
            return JudgedBatch(batch[:answered], len(batch) - answered, run.seconds)
        if not self._has_default_limits and not run.lacks_memory:
            return self._run_again(batch, formatting, run.seconds)
        return self._judge_parts(batch, answered, formatting, run.seconds)

    def _judge_parts(self, batch: Batch, answered: int, formatting: Formatting, seconds: float) -> JudgedBatch:
        """Judge the rest of a batch that has timed out, in parts, after that number of answers and these seconds."""
        self._node_budget = self._nodes_in(self._subject.options.seconds(1))
        narrowed, longest = JudgedBatch(batch[:answered], 0, seconds), 0.0
        for part in self._narrow(batch[answered:], formatting):
            narrowed, longest = narrowed.then(part), max(longest, part.seconds)
            if part.counterexample is not None:
                return narrowed
        is_explained = longest >= seconds  # one of its parts takes as long
        if len(narrowed.batch) == len(batch) > 1 and not is_explained:
            return self._judge_together(batch, answered, formatting, narrowed, seconds)
        if narrowed.simplified_or_skipped and not narrowed.unanswered:
            return replace(narrowed, unanswered=batch[answered : answered + 1])
        return narrowed

    def _judge_together(
        self, batch: Batch, answered: int, formatting: Formatting, narrowed: JudgedBatch, seconds: float
    ) -> JudgedBatch:
        """Judge a batch that has timed out, though each of its parts is right: a hang, or time that grows with a run.

        A hang stops the run up to its puzzle again, even with much more than the `seconds` of the first try.
        """
        up_to_hang = batch[: answered + 1] if answered else batch[:SHORT_RUN]
        if len(up_to_hang) > 1 and (limit := self._last_limit()) is not None:
            again = self._run_again(up_to_hang, formatting, narrowed.seconds, limit + seconds)
            if again.counterexample is not None:
                return again
            narrowed = replace(narrowed, seconds=again.seconds)
            if len(again.batch) > answered:
                return narrowed
        return narrowed.then(JudgedBatch((), 0, 0.0, unanswered=batch[answered : answered + 1]))

    def _run_again(
        self, batch: Batch, formatting: Formatting, seconds: float, limit: float | None = None
    ) -> JudgedBatch:
        """Run a batch that has timed out once more: a failure if it times out again, and nobody shortened its time."""
        run, found = self._run(batch, formatting, limit, self._deadline)
        seconds += run.seconds
        if found is None or not found.is_timeout:
            return JudgedBatch(batch, 0, seconds, found)
        self._has_waited_in_full |= not run.lacks_memory
        is_short = run.is_starved or run.lacks_memory or (limit is not None and limit < HANG_SECONDS)
        if not is_short:
            return JudgedBatch(batch, 0, seconds, found)
        return JudgedBatch((), 0, seconds, unanswered=batch[:1], suspects=batch[:1])

    def _last_limit(self) -> float | None:
        """Return the time limit of the run that decides on a hang; None if there is no time for it.

        It is `HANG_SECONDS` once, if there is as much time. Otherwise it is the time limit of one puzzle, after which
        the puzzle is unanswered.
        """
        full = self._subject.options.seconds(1)
        if not self._has_waited_in_full:
            return HANG_SECONDS if self._deadline.left > HANG_SECONDS else full
        return full if self.timed_out_seconds + full <= self._allowance else None

    def _narrow(self, rest: Batch, formatting: Formatting) -> Iterator[JudgedBatch]:
        """Judge the puzzles after the last answer: the first one alone, then the others in halves."""
        if not rest:
            return
        if self.has_waited_enough:
            yield JudgedBatch((), len(rest), 0.0)
            return
        yield self._judge_alone(rest[0], formatting)
        half = (len(rest) + 1) // 2
        for part in (rest[1:half], rest[half:]):
            if len(part) < 2:
                yield from self._narrow(part, formatting)
                continue
            run, found = self._run(part, formatting, self._first_limit(part, HURRIED_SECONDS), self._deadline)
            if found is None or not found.is_timeout:
                yield JudgedBatch(part, 0, run.seconds, found)
            elif run.is_cut_off:
                yield JudgedBatch((), len(part), 0.0)
            else:
                answered = found.failing_index or 0
                yield JudgedBatch(part[:answered], 0, run.seconds)
                yield from self._narrow(part[answered:], formatting)

    def _judge_alone(self, puzzle: Grid, formatting: Formatting) -> JudgedBatch:
        """Judge one puzzle that may be the one that has timed out."""
        batch = (puzzle,)
        run, found = self._run(batch, formatting, self._first_limit(batch, HURRIED_SECONDS), self._deadline)
        if found is None:
            self._keep(run)
        if found is None or not found.is_timeout:
            return JudgedBatch(batch, 0, run.seconds, found)
        if run.is_cut_off or not self._is_easy(puzzle):
            return JudgedBatch((), 0, run.seconds, unanswered=batch)
        limit = None if run.lacks_memory else self._last_limit()
        if limit is None:
            return JudgedBatch((), 0, run.seconds, unanswered=batch, suspects=batch)
        return self._run_again(batch, formatting, run.seconds, limit)

    def ease(self, batch: Sequence[Grid]) -> tuple[Batch, int]:
        """Return the batch for a property that has had few puzzles, and the number of puzzles that differ.

        If the allowance for timeouts is used up, puzzles get further clues of their only solution until they have
        clearly fewer empty cells than those without an answer. Those without one solution are left out.
        """
        if not self.has_waited_enough:
            return tuple(batch), 0
        eased = [self._eased(puzzle) for puzzle in batch]
        changed = sum(easier != puzzle for easier, puzzle in zip(eased, batch, strict=True))
        return tuple(filter(None, eased)), changed

    def _eased(self, puzzle: Grid) -> Grid | None:
        empty = puzzle.empty_cells()
        if len(empty) <= self._max_empty:
            return puzzle
        verdict = self._verdicts[puzzle]
        if not isinstance(verdict, Unique):
            return None
        further = len(empty) - int(self._max_empty)
        return puzzle.with_cells_of(verdict.solution, Random(str(puzzle)).sample(empty, further))

    def simplify(self, batch: Sequence[Grid]) -> tuple[Batch, int]:
        """Return the batch for a subject that is known to be slow, and the number of puzzles that differ.

        Puzzles that are too hard get more clues of their only solution. Those without one are left out, as are those
        for which the others leave no time.
        """
        if self._node_budget is None or self._node_budget >= CHECKED_NODES:
            return tuple(batch), 0
        left, changed = self._node_budget, 0
        fitting: list[Grid] = []
        for puzzle in batch:
            easier = self._easier_variant(puzzle, left)
            changed += easier != puzzle
            if easier is not None:
                fitting.append(easier)
                left -= self._baseline_nodes(easier, left)
        return tuple(fitting), changed

    def max_batch_size(self, seconds: float, batch: Sequence[Grid] = ()) -> int:
        """Return how many puzzles like those of a batch fit into one run of that time, at least 1."""
        rate = self.puzzles_per_second(batch)
        allowed = MAX_BATCH_SIZE if rate is None else (seconds - self.start_seconds()) * rate
        return max(1, int(min(MAX_BATCH_SIZE, allowed)))

    def start_seconds(self) -> float:
        """Return the minimum time to start a run, which each run takes once.

        If runs do not report it, this is the time of the shortest run, provided that runs had several sizes; otherwise
        it is unknown, and 0.
        """
        runs = [run for recent in self._recent.values() for run in recent]
        known = [run.seconds - run.solving_seconds for run in runs if run.solving_seconds is not None]
        if known:
            return min(known)
        several_sizes = len({len(run.batch) for run in runs}) > 1
        return min(run.seconds for run in runs) if several_sizes else 0.0

    def puzzles_per_second(self, batch: Sequence[Grid] = ()) -> float | None:
        """Return the speed of the subject without the starts of runs, for puzzles like those of a batch.

        The speed for nearly full grids says little about that for others, and is measured separately. None if no speed
        is known.
        """
        runs = self._runs_like(batch)
        if not runs:
            return None
        start = self.start_seconds()
        solving = sum(run.seconds - start if run.solving_seconds is None else run.solving_seconds for run in runs)
        return sum(len(run.batch) for run in runs) / max(solving, 1e-6)

    def _keep(self, run: _Run) -> None:
        self._recent[_is_nearly_full(run.batch)].append(run)

    def _runs_like(self, batch: Sequence[Grid]) -> deque[_Run]:
        """Return the recent runs by which a batch is estimated, those of the other kind if there are none."""
        kind = _is_nearly_full(batch)
        return self._recent[kind] or self._recent[not kind]

    def puzzles_per_start(self) -> float:
        """Return how many puzzles the subject answers in the time in which a run starts; 0 if it starts quickly."""
        start = self.start_seconds()
        return start * (self.puzzles_per_second() or 0.0) if start > SLOW_START else 0.0

    def may_shrink(self, counterexample: Counterexample) -> bool:
        """Whether there is time to shrink a failure: each run that hangs takes the whole time limit."""
        return not counterexample.is_timeout or self._subject.options.time_limit <= SHORT_LIMIT

    def _first_limit(self, batch: Batch, slack: float) -> float | None:
        """The first time limit of a run: its expected time and more; None if it is unknown, or limits are strict."""
        is_strict = not (self._may_retry and self._has_default_limits) or self._allowance == math.inf
        if is_strict or not self._runs_like(batch):
            return None
        if self.has_waited_enough:
            slack = HURRIED_SECONDS
        return min(slack + SLACK * self._expected_seconds(batch), self._subject.options.seconds(len(batch)))

    def _expected_seconds(self, batch: Batch) -> float:
        return self.start_seconds() + len(batch) / (self.puzzles_per_second(batch) or math.inf)

    def _run(
        self, batch: Batch, formatting: Formatting, limit: float | None, deadline: Deadline
    ) -> tuple[_Run, Counterexample | None]:
        verdicts = [self._verdicts[puzzle] for puzzle in batch]
        wanted = self._subject.options.seconds(len(batch)) if limit is None else limit
        left = max(LEAST_SECONDS, deadline.left)
        started = self._clock()
        is_last = left < 2 * wanted
        answered = self._subject.ask(batch, formatting, limit, left if is_last else None)
        transcript = excuse_memory(answered, self._subject.options)
        seconds = self._clock() - started
        found = first_failure(batch, verdicts, transcript, self._subject.options.contract, formatting)
        lacks_memory = False
        if found is not None and found.is_timeout:
            self.record_timeout(seconds)
            lacks_memory = transcript is not answered
            self.out_of_memory.update([found.puzzle] * lacks_memory)
        is_starved = transcript.usage is not None and transcript.usage.is_cut_off
        solving = _solving_seconds(transcript)
        return _Run(batch, seconds, solving, is_last and is_starved, is_starved, lacks_memory), found

    def _is_easy(self, puzzle: Grid) -> bool:
        """Whether any plain search as fast as the subject would answer a puzzle within the full time limit."""
        nodes = self._nodes_in(self._subject.options.seconds(1))
        return is_easy(puzzle, self._subject.options.solutions_searched, min(nodes, EASY_NODES))

    def _nodes_in(self, seconds: float) -> int:
        """Return how many nodes of a plain search the subject should manage in that time; unlimited if unknown."""
        nodes, taken, puzzles = 0, 0.0, 0
        for run in reversed(self._runs_like(())):
            if puzzles and puzzles + len(run.batch) > SAMPLE:
                break
            puzzles += len(run.batch)
            nodes += sum(self._baseline_nodes(puzzle, SAMPLE_NODES) for puzzle in run.batch)
            taken += run.seconds if run.solving_seconds is None else run.solving_seconds
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def _baseline_nodes(self, puzzle: Grid, limit: int) -> int:
        options = self._subject.options
        return baseline_nodes(puzzle, options.solutions_searched, limit)

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


def _solving_seconds(transcript: Transcript) -> float | None:
    return None if transcript.usage is None else transcript.usage.solving_seconds


def _is_nearly_full(batch: Sequence[Grid]) -> bool:
    """Whether any solver answers the puzzles of a batch almost at once."""
    return 0 < len(batch) * NEARLY_FULL >= sum(puzzle.values.count(0) for puzzle in batch)
