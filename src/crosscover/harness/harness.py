"""The judge of a property, and the harness that the property receives.

    judge(property, session, budget) ──► PropertyResult
        └── the property calls the harness: examples, batches, verdicts ──► the result is filled

A property draws examples, and either asks the subject batches (`judge_each`, `judge`), or calls the engine under test
itself and reports what it saw (`count`, `PropertyViolatedError`). If a batch fails, `SubjectFailedError` carries the
smallest counterexample found of each cause.
"""

import math
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import hypothesis
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape
from crosscover.subjects.subject import EngineUnderTest

from .applies import Property
from .budget import Budget
from .examples import Example, TimeIsUpError, run_examples
from .failing import BatchJudge
from .judging import Batch, CoverBatch, PropertyViolatedError, SubjectFailedError, facets_of
from .limits import FAILURE_SECONDS
from .own_puzzles import LONGEST_RUN
from .performance import Performance, Workload
from .result import Failure, PropertyResult, Status, conclude
from .round import PropertyRound
from .session import SubjectSession
from .timeouts import SHORT_RUN
from .verdicts import RefutedVerdictError, UncertifiedError, certify
from .volume import Derive, VolumeJudge

SAMPLE = 3
"""Number of puzzles of a long run that tell how fast the subject is for them."""

MAX_JOINED = 100
"""Maximum number of puzzles in a run of several batches of a covering list."""


def judge(
    judged: Property, session: SubjectSession, budget: Budget, progress: Callable[[int], None] = lambda _: None
) -> PropertyResult:
    """Judge the subject of a session by one round of a property; return its result over all rounds so far.

    Expected answers of a failure get certificates, as far as there is time; a false one is a fault of crosscover.
    `progress` receives the number of puzzles judged, from time to time.
    """
    started, result = session.clock(), session.result_of(judged)
    result.rounds += 1
    result.is_finished = True  # unless it draws
    harness = Harness(session, result, budget, progress)
    error: Exception | None = None
    try:
        judged.test(harness)
    except TimeIsUpError:
        result.had_no_time = True
    except Exception as raised:  # whatever it is, `conclude` finds out whose fault it is
        error = raised
    result.had_no_time |= harness.seconds_left() <= 0
    cover = session.cover_of(judged.name)
    result.is_finished &= result.covered >= len(cover)
    result.not_asked = facets_of(cover[result.covered :])
    session.verdicts.certify_in_time()
    conclude(result, judged, session.verdicts.take_refuted() or error)
    certify_failure(result, FAILURE_SECONDS)
    result.seconds += session.clock() - started
    return result


class Harness(PropertyRound):
    """What one round of a property receives: it draws examples, judges the subject by them, and fills the result."""

    def __init__(
        self,
        session: SubjectSession,
        result: PropertyResult,
        budget: Budget,
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        super().__init__(session, result, budget, progress)
        self._cover = session.cover_of(result.name)
        self._batches = BatchJudge(self)
        self._volume = VolumeJudge(self, self._batches)

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

    @property
    def pace(self) -> float:
        """Puzzles per second of the subject, 0 if that is unknown."""
        return self.session.timeouts.pace.rate() or 0.0

    def judge_each(
        self,
        batches: SearchStrategy[list[Grid]],
        example_ratio: float = 1,
        *,
        target: Callable[[list[Grid]], float] | None = None,
    ) -> None:
        """Judge as many batches as the budget allows, times `example_ratio`; larger values of `target` are better.

        If the subject may run several times at once, the batches are asked ahead.
        """

        def aim(batch: list[Grid]) -> None:
            if target is not None:
                hypothesis.target(target(batch))

        self.judge_covering_list()
        if self.session.jobs > 1:
            drawn: list[tuple[Batch, Formatting]] = []

            def draw(batch: list[Grid]) -> None:
                if self.is_over() or self.has_failed:
                    raise TimeIsUpError
                aim(batch)
                drawn.append((self._batches.part_in_time(batch, whole=False), Formatting()))

            self._run_examples(batches, draw, example_ratio)
            self.ask_ahead(drawn)

        def judge_one(batch: list[Grid]) -> None:
            aim(batch)
            self.judge(batch)

        self._judge_examples(batches, judge_one, example_ratio)

    def for_each_example(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], *, example_ratio: float = 1
    ) -> None:
        """Run the test on as many examples as the budget allows, times `example_ratio`.

        Each example gets a new engine, if an engine is under test. An engine is not asked an example twice after it
        failed it.
        """
        self.judge_covering_list()
        self._judge_examples(examples, test, example_ratio)

    def _judge_examples(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], example_ratio: float
    ) -> None:
        self.result.is_finished = False
        violations: list[tuple[Example, PropertyViolatedError]] = []

        def run_once(example: Example) -> None:
            for other, error in violations:
                if other == example:
                    raise error
            if self.is_over():
                raise TimeIsUpError
            self.has_tried = True
            if self.has_failed:
                if self.shrinking.is_over or self._batches.has_shrunk_enough:
                    raise TimeIsUpError
                self.shrinking.take()
            if self.subject.engine is not None:
                self.subject.engine.renew()
            try:
                test(example)
            except PropertyViolatedError as error:
                violations.append((example, error))
                self.mark_failed(0 if error.is_timeout else math.inf)
                raise

        with self._shrunk():
            self._run_examples(examples, run_once, example_ratio)

    def _run_examples(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], example_ratio: float
    ) -> None:
        seed = zlib.crc32(f"{self.budget.seed} {self.result.name} {self.result.rounds}".encode())
        count = max(1, round(self.budget.examples * example_ratio))
        run_examples(examples, test, seed=seed, count=count, shrink=self.budget.shrink_steps > 0)

    def judge_covering_list(self) -> None:
        """Ask the rest of the covering list, up to a run for which there is no time; raises SubjectFailedError."""
        while self.result.covered < len(self._cover) and not self.is_over():
            runs = self._next_runs()
            if len(runs) > 1:
                self.ask_ahead(
                    [(self._batches.part_in_time(_puzzles(run), whole=True), run[0].formatting) for run in runs]
                )
            for run in runs:
                with self._shrunk():
                    if not self._judge_run(run):
                        return
                self.result.covered += len(run)
                self.has_tried = True

    def _judge_run(self, run: Sequence[CoverBatch]) -> bool:
        """Judge a run of a covering list; False if there is no time for it."""
        first, puzzles, pace = run[0], _puzzles(run), self.session.timeouts.pace
        if first.usual:
            self._batches.judge_form(first)
            return True
        if first.cost and (not self.pace or pace.seconds(puzzles, first.cost) > self.seconds_left()):
            return True
        is_long = not first.cost and len(puzzles) > SHORT_RUN
        if is_long and (not self.pace or pace.seconds(puzzles) > self.seconds_left()):
            started = self.session.clock()  # perhaps these are easier than others
            self.judge(puzzles[:SAMPLE], first.formatting, whole=True)
            each = max(0.0, self.session.clock() - started - pace.start) / SAMPLE
            if pace.start + each * len(puzzles) > self.seconds_left():
                return False
        self.judge(puzzles, first.formatting, whole=True, in_full=first.in_full)
        return True

    def _next_runs(self) -> list[list[CoverBatch]]:
        """The next runs of the covering list: as many as the subject may run at once, if they are plain."""
        place, runs = self.result.covered, list[list[CoverBatch]]()
        while place < len(self._cover) and len(runs) < self.session.jobs:
            first = self._cover[place]
            if first.cost or first.usual or first.in_full or first.length_matters:
                break
            run = self._joined(place)
            if not self.pace or self.session.timeouts.pace.seconds(_puzzles(run)) > self.seconds_left():
                break
            runs.append(run)
            place += len(run)
        return runs or [self._joined(place)]

    def _joined(self, place: int) -> list[CoverBatch]:
        """The batches of the covering list for one run: several if starting a run takes longer than answering."""
        first, *others = self._cover[place:]
        joined, size = [first], len(first.puzzles)
        longest = min(MAX_JOINED, self.session.timeouts.pace.per_start())
        for other in others:
            size += len(other.puzzles)
            needs_own_run = first.length_matters or other.length_matters or other.usual or first.usual
            if (
                needs_own_run
                or other.in_full != first.in_full
                or other.formatting != first.formatting
                or size > longest
            ):
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
        in the rest of the round, by default that of the run.
        """
        if hash_seed is not None:
            self.subject.use_hash_seed(hash_seed)
        self._batches.judge(batch, formatting, whole=whole, in_full=in_full)

    def judge_own_puzzles(self) -> None:
        """Ask the user's puzzles, in runs of a length that suits the subject, while there is time.

        Each round continues where the previous one ended. Raises SubjectFailedError.
        """
        own, size = self.session.own_puzzles, 1
        while own is not None and not own.is_done and not self.is_over():
            self.has_tried = True
            longest = self.session.timeouts.pace.fitting(self.seconds_left())
            size = max(1, min(size, longest // 2))
            batch = own.next_batch(self.verdicts.__getitem__, self.subject.options, size, self.seconds_left)
            size = min(2 * size, LONGEST_RUN)
            if batch and self.subject.engine is not None:
                self.subject.engine.renew()
            with self._shrunk():
                try:
                    self.judge(list(batch.values()))
                except SubjectFailedError as error:
                    own.note_failure(batch, error.counterexample)
                    raise
        self.result.is_finished = own is None or own.is_done

    def judge_blocks(self, seed: int, derive: Derive) -> None:
        """Ask the subject blocks of puzzles with known answers; raise SubjectFailedError unless all are right.

        `derive` makes a block of puzzles of one level. Raises FalseDerivationError if the panel contradicts a derived
        answer.
        """
        self._volume.judge(seed, derive)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """The solutions that the engine under test finds; raises PropertyViolatedError if it raises or hangs."""
        with self.engine_call(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def engine_call(self, puzzle: Grid) -> Generator[None]:
        """Raise PropertyViolatedError if the engine under test raises or hangs inside the block."""
        engine = self.engine
        try:
            with engine.time_limit(self.end.left):
                yield
        except TimeoutError as error:
            if self.end.is_over:
                raise TimeIsUpError from None
            raise PropertyViolatedError(str(error), puzzle, is_timeout=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None

    def measure_performance(self, workload: Workload) -> Performance:
        """Measure the subject's speed, at the first call in a session only."""
        return self.session.measure_performance(workload, self.budget.performance.seconds)

    @contextmanager
    def _shrunk(self) -> Generator[None]:
        """Raise a failure with the smallest counterexample of each cause, if failures are shrunk."""
        try:
            yield
        except SubjectFailedError as error:
            if not self.budget.shrink_steps:
                raise
            found = self._batches.shrink(error.counterexample)
            raise SubjectFailedError(found[0], found[1:]) from None


def certify_failure(result: PropertyResult, seconds: float) -> None:
    """Certify the expected answers of a failure, as far as there is time; a false verdict is a fault of crosscover."""
    failure = result.failure
    if failure is None or failure.counterexample is None:
        return
    proved: list[Failure] = []
    deadline = time.monotonic() + seconds
    for cause in (failure, *failure.others):
        found = cause.counterexample
        verdicts = dict(zip(found.batch, found.verdicts, strict=True)) if found else {}
        try:
            certificates = tuple(certify(verdicts.items(), max(0.0, deadline - time.monotonic())))
        except RefutedVerdictError as error:
            result.status = Status.FAULT
            result.failure = replace(failure, reason=f"RefutedVerdictError: {error}", others=())
            return
        except UncertifiedError:
            proved.append(cause)
        else:
            proved.append(replace(cause, certified=True, certificates=certificates))
    result.failure = replace(proved[0], others=tuple(proved[1:]))


def _puzzles(run: Sequence[CoverBatch]) -> list[Grid]:
    return [puzzle for batch in run for puzzle in batch.puzzles]
