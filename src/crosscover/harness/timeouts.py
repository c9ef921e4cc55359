"""The rule for timeouts in a check.

1. A run may take three times its expected time plus one second. If it takes longer, its first unanswered puzzle is
   slow; if no answer arrived, each puzzle runs alone until one is slow. The remaining puzzles continue as a run.
2. A slow puzzle is unanswered.
3. If every plain search solves it in at most 10,000 nodes, it runs alone with the whole time limit, twice. If the
   processes of the solver used or slept through both limits, the solver TIMED OUT.
4. A solver also TIMED OUT if a run times out again at a puzzle that the solver answers alone.
5. Retries take at most a quarter of the run time; after that, unanswered puzzles are not retried.

Time that other processes take from the subject does not count, so a busy machine causes no failure. A run that exceeds
the default memory limit counts as a timeout, but never as a failure. Limits set by the user are strict: a run that
exceeds them twice is a failure. Engines have a separate limit.

A block of puzzles has a limit of its own (`Levels.limit`); the puzzle at which it timed out is judged by this rule. An
audit judges puzzles alone, without `begin`: each run has the whole time limit, so only rules 2 and 3 apply.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from crosscover.dialects import Formatting
from crosscover.option_values import DAY
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault, Response
from crosscover.subjects.small_puzzles import easy_puzzle
from crosscover.subjects.subject import Subject, Transcript, hash_seed_of

from .baseline import baseline_nodes, is_easy
from .budget import Clock, Deadline
from .judging import Batch, Counterexample, failures
from .limits import GRACE_SECONDS, LEAST_SECONDS, SLACK
from .pace import Pace
from .verdicts import VerdictCache

EASY_NODES = 10_000
"""Maximum number of nodes that any plain search needs for an easy puzzle."""

CHECKED_NODES = 5_000
"""Node budget from which a subject receives all puzzles; counting more nodes takes crosscover too long."""

REPEATS = 5
"""Number of repetitions of a failing run: they show whether it fails each time, and without other runs beside it."""

Ran = TypeVar("Ran")

SHORT_RUN = 30
"""Number of puzzles in a run that stays short even for a slow subject."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judged puzzles, and the counterexample, None if there is none.

    `skipped` is the number of puzzles not retried. `unanswered` lists puzzles that timed out without being a failure;
    `suspects` are easy unanswered puzzles for which there was no time to decide whether the subject hangs. After a
    timeout, the puzzles of a batch are not judged `in_one_run`.
    """

    batch: Batch = ()
    counterexample: Counterexample | None = None
    skipped: int = 0
    unanswered: Batch = ()
    suspects: Batch = ()
    in_one_run: bool = True

    def then(self, later: "Judged") -> "Judged":
        """Return the combined result of this part of a batch and a later part."""
        return Judged(
            self.batch + later.batch,
            later.counterexample,
            self.skipped + later.skipped,
            self.unanswered + later.unanswered,
            self.suspects + later.suspects,
        )


class TimedRun(NamedTuple):
    """A run of a subject, and its first failure once it is judged.

    `is_last` means that the deadline may cut the run off, `lacks_memory` that it exceeded the default memory limit.
    """

    transcript: Transcript
    seconds: float
    is_last: bool
    lacks_memory: bool
    found: Counterexample | None = None

    @property
    def answered(self) -> int:
        """The number of puzzles before the first failure."""
        return (self.found.failing_index if self.found else None) or 0

    @property
    def timed_out(self) -> bool:
        """Whether the first failure is a timeout."""
        return self.found is not None and self.found.is_timeout

    @property
    def is_starved(self) -> bool:
        """Whether the processes got less time than their limit."""
        return self.transcript.usage is not None and self.transcript.usage.is_cut_off

    @property
    def is_cut_off(self) -> bool:
        """Whether the deadline cut the run off."""
        return self.is_last and self.is_starved


def excuse_memory(transcript: Transcript, options: Options) -> Transcript:
    """Return a transcript that turns failures by the default memory limit into timeouts; itself if there are none."""
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


class Timeouts:
    """Runs batches by the rule for timeouts, and records the pace of the subject.

    `begin` sets the end of the run and the allowance for timeouts, both unlimited by default. Python's hash seed
    depends on the `seed` of the run. `overlap_fails` means that a run failed beside other runs, but not alone.
    """

    def __init__(
        self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic, *, seed: int = 0
    ) -> None:
        subject.use_hash_seed(hash_seed_of(seed))
        self.pace = Pace(subject.options)
        self.used = 0.0
        self.out_of_memory = set[Grid]()
        self.overlap_fails = False
        self._subject = subject
        self._options = subject.options
        self._verdicts = verdicts
        self._clock = clock
        self._seed = seed
        self._deadline = Deadline(clock)
        self._allowance = math.inf
        self._node_budget: int | None = None

    def begin(self, deadline: Deadline, allowance: float) -> None:
        """Set the deadline of all runs, and the time for all timeouts together: about `allowance` seconds."""
        self._deadline = deadline
        self._allowance = allowance

    @property
    def is_used_up(self) -> bool:
        """Whether the allowance for timeouts is used up."""
        return self.used >= self._allowance

    def first_limit(self, batch: Batch) -> float | None:
        """Return the time limit for the first run of a batch in seconds; None for the whole limit."""
        if not self._options.has_default_limits or self._allowance == math.inf:
            return self._whole_limit(batch)
        return self._expected_limit(batch)

    def _expected_limit(self, batch: Batch) -> float:
        return GRACE_SECONDS + SLACK * self.pace.seconds(batch)

    def _whole_limit(self, batch: Batch) -> float | None:
        """Return the whole time limit of a run in seconds, None for the limit of the options.

        Under the default limits, a run of several puzzles may take three times its expected time and a second more,
        since slowness alone is not an error.
        """
        if len(batch) == 1 or not self._options.has_default_limits:
            return None
        return max(self._options.seconds(len(batch)), self._expected_limit(batch))

    def ask_easy_puzzle(self, puzzle_seed: int | str | None = None) -> Transcript:
        """Run the subject on the easy puzzle of a seed, by default the run's seed, and record its pace."""
        easy, _ = easy_puzzle(self._options.shape, self._seed if puzzle_seed is None else puzzle_seed)
        batch = (Grid(bytes(bytearray(easy.values)), easy.shape),)
        started = self._clock()
        transcript = self._subject.ask(batch)
        self.pace.record(batch, transcript, self._clock() - started)
        return transcript

    def judge(
        self,
        batch: Batch,
        formatting: Formatting = Formatting(),
        *,
        asked: TimedRun | None = None,
        until: Deadline | None = None,
    ) -> Judged:
        """Judge a batch, or the part that the subject answers in time; `asked` is an earlier first run.

        There are no retries after `until`.
        """
        run = self._run(batch, formatting, self.first_limit(batch), self._deadline, asked)
        done = Judged(batch[: run.answered])
        if run.timed_out and run.is_cut_off:
            return done.then(Judged(skipped=len(batch) - run.answered))
        if not run.timed_out or self._subject.engine is not None:
            return Judged(batch, run.found)
        if not self._options.has_default_limits and not run.lacks_memory:
            return self._again(batch, formatting)
        self._node_budget = self.pace.nodes(self._options.seconds(1))
        judged = self._judge_rest(batch, done, formatting, until or self._deadline)
        return replace(judged, in_one_run=len(batch) == 1)

    def judge_once(self, batch: Batch, formatting: Formatting, seconds: float) -> Judged:
        """Judge a batch that is hard for some subjects in one run of `seconds`; a timeout is not a failure."""
        run = self._run(batch, formatting, min(seconds, self._options.seconds(len(batch))), self._deadline)
        if not run.timed_out:
            return Judged(batch, run.found)
        return Judged(batch[: run.answered], unanswered=batch[run.answered :])

    def reproduce(self, batch: Batch, formatting: Formatting, deadline: Deadline) -> Judged:
        """Run a batch once, to reproduce a failure; a timeout counts as a failure.

        A run that the deadline cuts off is not judged, unless one of its answers is wrong.
        """
        run = self._run(batch, formatting, self.first_limit(batch), deadline)
        if run.timed_out and run.is_cut_off:
            return Judged(skipped=len(batch))
        return Judged(batch, run.found)

    def fit(self, batch: Batch) -> Batch:
        """Return a batch without puzzles that would take a plain search too long, if the subject is slow."""
        if self._node_budget is None or self._node_budget >= CHECKED_NODES:
            return batch
        left, fitting = self._node_budget, list[Grid]()
        for puzzle in batch:
            if (nodes := baseline_nodes(puzzle, self._options.solutions_searched, left)) <= left:
                fitting.append(puzzle)
                left -= nodes
        return tuple(fitting)

    def _judge_rest(self, batch: Batch, done: Judged, formatting: Formatting, until: Deadline) -> Judged:
        """Judge the rest of a batch that timed out, starting with the first unanswered puzzle.

        This puzzle is the slow one, unless no answer arrived at all: a program may buffer its answers.
        """
        answered, one = len(done.batch), Judged()
        is_known, left = answered > 0 or len(batch) == 1, batch[answered:]
        while left and not one.unanswered:
            if self.is_used_up or until.is_over:
                return done.then(Judged(skipped=len(left) - 1, unanswered=left[:1]))
            one = self._judge_alone(left[0], formatting, is_known=is_known)
            done, left = done.then(one), left[1:]
            if one.counterexample is not None:
                return done
            if is_known:
                break
        together = batch[: answered + 1] if is_known else batch[:SHORT_RUN]
        if not one.unanswered and len(together) > 1:
            again = self._again(together, formatting)
            if again.counterexample is not None or again.unanswered:
                return done.then(replace(again, batch=(), skipped=len(left)))
        part = left[: 0 if until.is_over else self.pace.fitting(until.left, left)]
        if part:
            done = done.then(self.judge(part, formatting, until=until))
        return done if done.counterexample is not None else done.then(Judged(skipped=len(left) - len(part)))

    def _judge_alone(self, puzzle: Grid, formatting: Formatting, *, is_known: bool) -> Judged:
        """Judge one puzzle that may have timed out; `is_known` means that it did."""
        batch, seconds = (puzzle,), self._options.seconds(1)
        easy = is_easy(puzzle, self._options.solutions_searched, min(self.pace.nodes(seconds), EASY_NODES))
        if is_known and not easy:
            return Judged(unanswered=batch)
        run = self._run(batch, formatting, None if easy else self.first_limit(batch), self._deadline)
        self.used += run.seconds
        if not run.timed_out:
            return Judged(batch, run.found)
        if easy and not (run.is_starved or run.lacks_memory):
            return self._again(batch, formatting)
        return Judged(unanswered=batch, suspects=batch if easy and not run.is_cut_off else ())

    def _again(self, batch: Batch, formatting: Formatting) -> Judged:
        """Rerun a batch that timed out; it fails if it times out again with its full time limit."""
        unclear = Judged(unanswered=batch[-1:], suspects=batch[-1:])
        if self.is_used_up and self._options.has_default_limits:
            return unclear
        run = self._run(batch, formatting, self._whole_limit(batch), self._deadline)
        self.used += run.seconds
        return unclear if run.timed_out and (run.is_starved or run.lacks_memory) else Judged(batch, run.found)

    def ask(self, batch: Batch, formatting: Formatting, *, limit: float | None, deadline: Deadline) -> TimedRun:
        """Run the subject on a batch, at most until the deadline."""
        wanted = self._options.seconds(len(batch)) if limit is None else limit
        left = max(LEAST_SECONDS, deadline.left)
        is_last = left < (2 * wanted if self._subject.engine is None else DAY)  # engines have a separate limit
        started = self._clock()
        transcript = self._subject.ask(batch, formatting, limit, left if is_last else None)
        excused = excuse_memory(transcript, self._options)
        return TimedRun(excused, self._clock() - started, is_last, excused is not transcript)

    def repeat_alone(self, run: Callable[[], Ran], fails: Callable[[Ran], bool], deadline: Deadline) -> Ran:
        """Repeat a run that failed beside other runs, with no other run beside it, until it fails again.

        Returns the last run. If each repetition passes, overlapping runs have failed, which is no failure.
        """
        done = run()
        repeats = 1
        while not (fails(done) or self.overlap_fails or repeats == REPEATS or deadline.is_over):
            done = run()
            repeats += 1
        self.overlap_fails = self.overlap_fails or not fails(done)
        return done

    def _run(
        self,
        batch: Batch,
        formatting: Formatting,
        limit: float | None,
        deadline: Deadline,
        asked: TimedRun | None = None,
    ) -> TimedRun:
        """Run the subject, unless `asked` is its run, and judge the answers."""
        verdicts = [self._verdicts[puzzle] for puzzle in batch]
        run = asked or self.ask(batch, formatting, limit=limit, deadline=deadline)
        found = next(failures(batch, verdicts, run.transcript, self._options.contract, formatting), None)
        if found is None:
            self.pace.record(batch, run.transcript, run.seconds)
        if found is not None and asked is not None and run.lacks_memory:
            return self._run(batch, formatting, limit, deadline)  # other runs may have taken the memory
        if found is not None and asked is not None and not found.is_timeout:
            return self.repeat_alone(
                lambda: self._run(batch, formatting, limit, deadline), lambda run: run.found is not None, deadline
            )
        if found is not None and found.is_timeout and run.lacks_memory:
            self.out_of_memory.add(found.puzzle)
        return run._replace(found=found)
