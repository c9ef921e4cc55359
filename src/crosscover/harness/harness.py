"""The harness: what every property receives.

A property is a test. It draws examples (`for_each_example`), and either asks the subject a batch (`judge`), or calls
the engine under test itself and reports what it saw (`count`, `PropertyViolatedError`). If a batch fails,
`SubjectFailedError` carries the smallest counterexample found of each cause.
"""

import math
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape
from crosscover.subjects.environment import hash_seed_of
from crosscover.subjects.subject import EngineUnderTest
from crosscover.visible_kinds import VisibleKind

from .applies import Property
from .batch_judge import BatchJudge
from .examples import Example, TimeIsUpError, run_examples
from .judging import CoverBatch, PropertyViolatedError, SubjectFailedError
from .outcome import Failure, Outcome, Status, outcome_of
from .own_puzzles import LONGEST_RUN
from .pacing import SHORT_RUN
from .performance import Performance, Workload
from .property_run import PropertyRun
from .schedule import Budget
from .session import SubjectSession
from .verdicts import RefutedVerdictError, UncertifiedError, VerdictTally, certify
from .volume import Derive, VolumeJudge

CERTIFY_SECONDS = 4.0
"""Time limit in seconds of the certificates of the failures of one task."""

SAMPLE = 3
"""Number of puzzles of a long run that tell how fast the subject is for them."""

MAX_JOINED = 100
"""Maximum number of puzzles in a run of several batches of a covering list."""

FAST_SECONDS = 4.0
"""Seconds in which a subject is fast enough for a batch of a covering list that is for fast ones alone."""

LEAST_CERTIFY_SECONDS = 1.0
"""The same at the end of the run."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The outcome of one task, and what the next task of the property needs.

    `covered` is the number of batches of the covering list that were judged. `is_finished` means that another round
    would judge nothing new. The subject fails for all puzzles of `failed_kinds`. `verdicts` counts those since the
    previous task.
    """

    outcome: Outcome
    covered: int
    is_finished: bool
    failed_kinds: frozenset[VisibleKind] = frozenset()
    verdicts: VerdictTally = VerdictTally()


class Harness:
    """Draws the examples of one property, judges the subject by them, and keeps the property's record and time."""

    def __init__(
        self,
        session: SubjectSession,
        name: str,
        budget: Budget,
        *,
        seconds: float = math.inf,
        cover: Sequence[CoverBatch] = (),
        avoided: frozenset[VisibleKind] | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Give a property its budget and time limit in seconds; `progress` receives the number of puzzles judged.

        `cover` has the batches that are asked before any is drawn; `covered` counts those that were judged. Puzzles of
        the kinds `avoided` are left out, by default those that the subject does not promise.
        """
        self.session = session
        self.subject = session.subject
        self.subject.use_hash_seed(hash_seed_of(session.seed))
        self.verdicts = session.verdicts
        self.budget = budget
        self.covered = 0
        self._started = session.clock()
        self._cover = cover
        self._shrinks = budget.shrink_steps > 0
        self._run = PropertyRun(
            name, budget, session.clock, progress, seconds, asked=session.asked[name], end=session.deadline
        )
        self.record = self._run.record
        self._failed_kinds = frozenset[VisibleKind]()
        options = session.subject.options
        avoided = options.unpromised if avoided is None else avoided
        self._batches = BatchJudge(
            options.contract, session.verdicts, session.retries, self._run, session.known_causes, avoided=avoided
        )
        volume_seconds = min(seconds, budget.volume_seconds)
        self._volume = VolumeJudge(session, self._batches, self._run, volume_seconds, avoided)

    @property
    def shape(self) -> Shape:
        """The shape of the subject's puzzles."""
        return self.subject.options.shape

    @property
    def engine(self) -> EngineUnderTest:
        """The engine under test; raises TypeError if the subject is not one."""
        if self.subject.engine is None:
            raise TypeError(f"{self.subject.name} is not an engine")
        return self.subject.engine

    def for_each_example(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], *, example_ratio: float = 1
    ) -> None:
        """Run the test on as many examples as the budget allows, times `example_ratio`.

        Each example gets a new engine, if an engine is under test. An engine is not asked an example twice after it
        failed it.
        """
        __tracebackhide__ = True
        self._run.mark_unfinished()
        self.judge_covering_list()
        violations: list[tuple[Example, PropertyViolatedError]] = []

        def run_once(example: Example) -> None:
            __tracebackhide__ = True
            for other, error in violations:
                if other == example:
                    raise error
            if self._run.is_over():
                raise TimeIsUpError
            if self._run.has_failed:
                if self._run.shrinking.is_over or self._batches.has_shrunk_enough:
                    raise TimeIsUpError
                self._run.shrinking.take()
            if self.subject.engine is not None:
                self.subject.engine.renew()
            try:
                test(example)
            except PropertyViolatedError as error:
                violations.append((example, error))
                self._run.mark_failed()
                raise

        seed = zlib.crc32(f"{self.budget.seed} {self._run.name}".encode())
        count = max(1, round(self.budget.examples * example_ratio))
        with self._shrinking():
            run_examples(examples, run_once, seed=seed, count=count, shrink=self._shrinks)

    def judge_covering_list(self) -> None:
        """Ask the rest of the covering list, up to a run for which there is no time; raises SubjectFailedError."""
        __tracebackhide__ = True
        while self.covered < len(self._cover) and not self._run.is_over():
            joined = self._next_batches()
            if (cost := joined[0].cost) and not self._takes_at_most(FAST_SECONDS, joined[0].puzzles, cost):
                self.covered += 1
                continue
            puzzles = [puzzle for batch in joined for puzzle in batch.puzzles]
            with self._shrinking():
                if joined[0].usual:
                    self._batches.judge_form(joined[0])
                    self.covered += 1
                    continue
                if len(puzzles) > SHORT_RUN and not self._has_time_for(puzzles, joined[0].formatting):
                    break
                self.judge(puzzles, joined[0].formatting, whole=True, in_full=joined[0].in_full)
            self.covered += len(joined)
        if self.covered < len(self._cover):
            self._run.mark_unfinished()

    def _has_time_for(self, puzzles: Sequence[Grid], formatting: Formatting) -> bool:
        """Whether the time left is enough for a run, at the speed for its first puzzles if that is not clear before."""
        __tracebackhide__ = True
        if not self._takes_at_most(self._run.seconds_left(), puzzles, len(puzzles)):
            self.judge(puzzles[:SAMPLE], formatting, whole=True)
        return self._takes_at_most(self._run.seconds_left(), puzzles, len(puzzles))

    def _takes_at_most(self, seconds: float, puzzles: Sequence[Grid], cost: int) -> bool:
        """Whether the subject answers `cost` puzzles like these in that time, at its speed so far."""
        retries = self.session.retries
        rate = retries.puzzles_per_second(puzzles)
        return rate is not None and retries.start_seconds() + cost / rate <= seconds

    def _next_batches(self) -> list[CoverBatch]:
        """The next batches of the covering list for one run: several if starting a run takes longer than answering."""
        first, *others = self._cover[self.covered :]
        joined, size = [first], len(first.puzzles)
        longest = min(MAX_JOINED, self.session.retries.puzzles_per_start())
        for other in others:
            size += len(other.puzzles)
            needs_own_run = first.length_matters or other.length_matters
            if needs_own_run or other.formatting != first.formatting or size > longest:
                break
            joined.append(other)
        return joined

    def judge(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        *,
        whole: bool = False,
        in_full: bool = False,
        hash_seed: int | None = None,
    ) -> None:
        """Ask the subject a batch, and raise SubjectFailedError unless all its answers are right.

        A batch that takes longer than there is time is cut, unless it is to be asked `whole`. Its puzzles are made
        easier for a slow subject, unless it is to be asked `in_full`. Python has the `hash_seed` of a failure
        in the rest of the task, by default that of the run.
        """
        __tracebackhide__ = True
        if hash_seed is not None:
            self.subject.use_hash_seed(hash_seed)
        self._batches.judge(batch, formatting, whole=whole, in_full=in_full)

    def judge_own_puzzles(self) -> None:
        """Ask the user's puzzles, in runs of a length that suits the subject, while there is time.

        Each round continues where the previous one ended. Raises SubjectFailedError.
        """
        __tracebackhide__ = True
        own, size, started = self.session.own_puzzles, 1, False
        while own is not None and not own.is_done and not self._run.is_over():
            if started and self._run.seconds_left() <= 0:
                break
            started = True
            longest = self.session.retries.max_batch_size(self._run.seconds_left())
            size = max(1, min(size, longest // 2))
            batch = own.next_batch(self.verdicts.__getitem__, self.subject.options, size, self._run.seconds_left)
            size = min(2 * size, LONGEST_RUN)
            if batch and self.subject.engine is not None:
                self.subject.engine.renew()
            with self._shrinking():
                try:
                    self._batches.judge(list(batch.values()), Formatting())
                except SubjectFailedError as error:
                    own.note_failure(batch, error.counterexample)
                    raise
        if own is not None and not own.is_done:
            self._run.mark_unfinished()

    def judge_block(self, seed: int, derive: Derive) -> None:
        """Ask the subject a block of puzzles with known answers; raise SubjectFailedError unless all are right.

        `derive` makes a block of puzzles of one level, at most 100,000 for a fast subject. After the budget's
        `volume_seconds` nothing is asked. Raises FalseDerivationError if the panel contradicts a derived answer.
        """
        __tracebackhide__ = True
        self._volume.judge(seed, derive)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """The solutions that the engine under test finds; raises PropertyViolatedError if it raises or hangs."""
        __tracebackhide__ = True
        with self.engine_call(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def engine_call(self, puzzle: Grid) -> Generator[None]:
        """Raise PropertyViolatedError if the engine under test raises or hangs inside the block."""
        __tracebackhide__ = True
        engine, clock = self.engine, self.session.clock
        started = clock()
        try:
            with engine.time_limit():
                yield
        except TimeoutError as error:
            self.session.retries.record_timeout(clock() - started)
            raise PropertyViolatedError(str(error), puzzle, is_timeout=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None
        finally:
            self._run.charge(clock() - started)

    def measure_performance(self, workload: Workload) -> Performance:
        """Measure the subject's speed, at the first call in a session only."""
        return self.session.measure_performance(workload, self.budget.performance.seconds)

    @contextmanager
    def _shrinking(self) -> Generator[None]:
        """Raise a failure with the smallest counterexample of each cause, if failures are shrunk."""
        __tracebackhide__ = True
        try:
            yield
        except SubjectFailedError as error:
            if not self._shrinks:
                raise
            found = self._batches.shrink(error.counterexample)
            self._failed_kinds = frozenset(one.only_for for one in found if one.only_for is not None)
            raise SubjectFailedError(found[0], found[1:]) from None

    def count(self, judged: int = 1, unit: str = "puzzles") -> None:
        """Count what a property judged without asking the subject a batch."""
        self._run.count(judged, unit, ())

    def result(self, judged: Property, error: BaseException | None) -> TaskResult:
        """The result of a task, with certificates of the expected answers of a failure.

        `error` is the exception that ended the property, None if it passed. A false certificate, of any verdict since
        the previous task, makes it a fault.
        """
        self.record.had_no_time |= self._run.seconds_left() <= 0
        self.verdicts.certify_in_time()
        outcome = outcome_of(judged, self.record, self.verdicts.take_refuted() or error)
        left = self.session.deadline.left
        outcome = certified(outcome, min(CERTIFY_SECONDS, max(LEAST_CERTIFY_SECONDS, left)))
        outcome = replace(outcome, seconds=self.session.clock() - self._started)
        tally = self.verdicts.take_tally()
        return TaskResult(outcome, self.covered, self.is_finished, self._failed_kinds, tally)

    def stop(self) -> None:
        """Ask nothing more; may be called by another thread."""
        self._run.stop()

    @property
    def is_finished(self) -> bool:
        """Whether another round would judge nothing new, since the property draws nothing."""
        return self._run.is_finished


def certified(outcome: Outcome, seconds: float) -> Outcome:
    """The outcome with certificates of the expected answers of its failures, as far as there is time in seconds.

    A false verdict is a fault of crosscover, not a failure of the subject.
    """
    failure = outcome.failure
    if failure is None or failure.counterexample is None:
        return outcome
    proved: list[Failure] = []
    deadline = time.monotonic() + seconds
    for cause in (failure, *failure.others):
        found = cause.counterexample
        verdicts = dict(zip(found.batch, found.verdicts, strict=True)) if found else {}
        try:
            certificates = tuple(certify(verdicts.items(), max(0.0, deadline - time.monotonic())))
        except RefutedVerdictError as error:
            refuted = replace(failure, reason=f"RefutedVerdictError: {error}", others=())
            return replace(outcome, status=Status.FAULT, failure=refuted)
        except UncertifiedError:
            proved.append(cause)
        else:
            proved.append(replace(cause, certified=True, certificates=certificates))
    return replace(outcome, failure=replace(proved[0], others=tuple(proved[1:])))
