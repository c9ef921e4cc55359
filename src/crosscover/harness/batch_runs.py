"""Runs of a subject on batches: their time limits, the failures in their answers, and the pace that they show."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from crosscover.dialects import Formatting
from crosscover.option_values import DAY
from crosscover.options import Options
from crosscover.reference import Grid, Unique, Verdict
from crosscover.responses import Failed, Fault, Response
from crosscover.subjects.small_puzzles import easy_puzzle
from crosscover.subjects.subject import Subject, Transcript, hash_seed_of

from .budget import Clock, Deadline
from .judging import Batch, Counterexample, InvalidExampleError, failures
from .limits import MIN_SECONDS
from .pace import Pace
from .verdicts import VerdictCache

REPEATS = 5
"""Number of repetitions of a failing run: they show whether it fails each time, and without other runs beside it."""

Ran = TypeVar("Ran")
AnyResponse = TypeVar("AnyResponse", bound=Response)


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A run of a subject, whose answers are not judged yet.

    `is_starved` means that the processes got less time than their limit, `is_cut_off` that the deadline is the reason,
    and `lacks_memory` that the run exceeded the default memory limit.
    """

    transcript: Transcript
    seconds: float
    is_starved: bool
    is_cut_off: bool
    lacks_memory: bool


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run with the verdicts on its puzzles and the failures in its answers."""

    batch: Batch
    verdicts: tuple[Verdict, ...]
    timed: TimedRun
    failures: tuple[Counterexample, ...]
    formatting: Formatting = Formatting()

    @property
    def answered(self) -> int:
        """The number of puzzles before the first failure, 0 if only the run as a whole failed."""
        return (self.failures[0].failing_index or 0) if self.failures else len(self.batch)

    @property
    def timed_out(self) -> bool:
        """Whether the first failure is a timeout."""
        return bool(self.failures) and self.failures[0].is_timeout


class BatchRuns:
    """Runs a subject on batches within time limits, and judges the answers.

    `pace` is the speed of the subject. `out_of_memory` contains the puzzles that exceeded the default memory limit.
    `overlap_fails` means that a run failed beside other runs, but not alone. Python's hash seed depends on the `seed`
    of the run.
    """

    def __init__(
        self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic, *, seed: int = 0
    ) -> None:
        subject.use_hash_seed(hash_seed_of(seed))
        self.subject = subject
        self.clock = clock
        self.pace = Pace(subject.options)
        self.out_of_memory = set[Grid]()
        self.overlap_fails = False
        self._verdicts = verdicts
        self._seed = seed

    def run_easy_puzzle(self, puzzle_seed: int | str | None = None) -> Transcript:
        """Run the subject on the easy puzzle of a seed, by default the run's seed, and record its pace."""
        easy, _ = easy_puzzle(self.subject.options.shape, self._seed if puzzle_seed is None else puzzle_seed)
        batch = (Grid(bytes(bytearray(easy.values)), easy.shape),)
        started = self.clock()
        transcript = self.subject.run(batch)
        self.pace.record(batch, transcript, self.clock() - started)
        return transcript

    def run_ahead(self, batch: Batch, formatting: Formatting, *, limit: float | None, deadline: Deadline) -> TimedRun:
        """Run the subject on a batch with a time limit in seconds, at most until the deadline.

        None means the limit of the options. Several runs may take place in parallel.
        """
        subject = self.subject
        wanted = subject.options.seconds(len(batch)) if limit is None else limit
        left = max(MIN_SECONDS, deadline.left)
        is_last = left < (2 * wanted if subject.engine is None else DAY)  # engines have a separate limit
        started = self.clock()
        transcript = subject.run(batch, formatting, limit, left if is_last else None)
        seconds = self.clock() - started
        is_starved = transcript.usage is not None and transcript.usage.is_cut_off
        excused = excuse_memory(transcript, subject.options)
        return TimedRun(excused, seconds, is_starved, is_last and is_starved, lacks_memory=excused is not transcript)

    def run(
        self,
        batch: Batch,
        formatting: Formatting,
        *,
        limit: float | None,
        deadline: Deadline,
        ahead: TimedRun | None = None,
    ) -> JudgedRun:
        """Run the subject, unless `ahead` is its run beside other runs, and judge the answers.

        Raises InvalidExampleError for a puzzle that the contract excludes.
        """
        verdicts = self._verdicts_of(batch)

        def judged(timed: TimedRun) -> JudgedRun:
            found = failures(batch, verdicts, timed.transcript, self.subject.options.contract, formatting)
            return JudgedRun(batch, verdicts, timed, tuple(found), formatting)

        def run_alone() -> JudgedRun:
            return judged(self.run_ahead(batch, formatting, limit=limit, deadline=deadline))

        run = run_alone() if ahead is None else judged(ahead)
        if ahead is not None and run.failures:
            if run.timed.lacks_memory:  # other runs may have taken the memory
                run = run_alone()
            elif not run.timed_out:
                run = self.repeat_alone(run_alone, lambda repeated: bool(repeated.failures), deadline)
        if not run.failures:
            self.pace.record(batch, run.timed.transcript, run.timed.seconds)
        elif run.timed_out and run.timed.lacks_memory:
            self.out_of_memory.add(run.failures[0].puzzle)
        return run

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

    def _verdicts_of(self, batch: Batch) -> tuple[Verdict, ...]:
        verdicts = tuple(self._verdicts[puzzle] for puzzle in batch)
        if self.subject.options.contract.proper_only:
            for puzzle, verdict in zip(batch, verdicts, strict=True):
                if not isinstance(verdict, Unique):
                    raise InvalidExampleError(f"expected a proper puzzle; {puzzle} has {verdict}")
        return verdicts


def excuse_memory(transcript: Transcript, options: Options) -> Transcript:
    """Return a transcript that turns failures by the default memory limit into timeouts; itself if there are none."""
    if "memory_limit" in options.explicit:
        return transcript
    responses = tuple(map(_excused, transcript.responses))
    run_failure = None if transcript.run_failure is None else _excused(transcript.run_failure)
    excused = replace(transcript, responses=responses, run_failure=run_failure)
    return transcript if excused == transcript else excused


def _excused(response: AnyResponse) -> AnyResponse:
    if isinstance(response, Failed) and response.fault is Fault.OUT_OF_MEMORY:
        return replace(response, fault=Fault.TIMED_OUT)
    return response
