"""The judge of properties, and the harness that it passes to them.

    judge(property, session, budget) ──► PropertyResult
        └── the property calls the harness: examples, batches, verdicts ──► the result is filled

A property draws examples. Either the harness runs the subject on batches (`judge_each`, `judge`), or the property
calls the engine under test and reports the results itself (`count`, `PropertyViolatedError`). If a batch fails,
`SubjectFailedError` contains the smallest counterexample of each cause.
"""

import math
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid, Shape
from crosscover.result import Status
from crosscover.subjects.engine_subject import ENGINE_TIMEOUT
from crosscover.subjects.subject import EngineUnderTest
from crosscover.time_limit import TimeLimit

from .applies import Property
from .budget import Budget
from .examples import Example, TimeIsUpError, run_examples
from .failing import BatchJudge
from .judging import (
    Batch,
    CoverBatch,
    InvalidExampleError,
    PropertyViolatedError,
    SavedInput,
    SubjectFailedError,
    facets_of,
)
from .own_puzzles import LONGEST_RUN
from .property_result import FoundFailure, PropertyResult, conclude
from .session import PropertyRound, SubjectSession
from .timeouts import SHORT_RUN, Judged
from .verdicts import RefutedVerdictError, UncertifiedError, certify
from .volume import VolumeJudge

SAMPLE = 3
"""Number of puzzles from a long run that are judged first, to measure the speed of the subject."""

MAX_JOINED = 100
"""Maximum number of puzzles in a run that joins several batches of a covering list."""


def judge(
    judged: Property, session: SubjectSession, budget: Budget, progress: Callable[[], None] = lambda: None
) -> PropertyResult:
    """Judge the subject of a session in one round of a property; return the result of all rounds so far.

    Calls `progress` whenever the number of puzzles judged changes.
    """
    started, result = session.clock(), session.result_of(judged)
    result.rounds += 1
    result.is_finished = True  # unless the property draws examples
    harness = Harness(session, result, budget, progress)
    error: Exception | None = None
    try:
        judged.test(harness)
    except TimeIsUpError:
        result.had_no_time = True
    except UndecidedError as undecided:
        harness.note_undecided(undecided.puzzle)
    except Exception as raised:  # `conclude` decides whether the subject or crosscover is at fault
        error = raised
    result.had_no_time |= harness.deadline.is_over
    cover = session.cover_of(judged.name)
    result.is_finished &= result.covered >= len(cover)
    result.not_asked = facets_of(cover[result.covered :])
    conclude(result, judged, error)
    certify_failure(result)
    result.seconds += session.clock() - started
    return result


class Harness(PropertyRound):
    """The harness of one round of a property: it draws examples, judges the subject by them, and fills the result.

    `blocks` judges blocks of puzzles.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._cover = self.session.cover_of(self.result.name)
        self._batches = BatchJudge(self)
        self.blocks = VolumeJudge(self, self._batches)

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
        """Speed of the subject in puzzles per second, 0 if unknown."""
        return self.session.timeouts.pace.rate() or 0.0

    def judge_each(self, batches: SearchStrategy[list[Grid]], example_ratio: float = 1) -> None:
        """Judge as many batches as the budget allows, times `example_ratio`.

        With several `jobs`, the subject runs on batches in parallel before they are judged in order.
        """
        self.judge_covering_list()
        if self.session.parallel_runs > 1:
            drawn: list[tuple[Batch, Formatting]] = []

            def draw(batch: list[Grid]) -> None:
                if self.is_over():
                    raise TimeIsUpError
                drawn.append((self._batches.part_in_time(batch), Formatting()))

            run_examples(batches, draw, *self._examples(example_ratio))
            self.ask_ahead(drawn)
        self._judge_examples(batches, self.judge_drawn, example_ratio)

    def for_each_example(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], *, example_ratio: float = 1
    ) -> None:
        """Run the test on as many examples as the budget allows, times `example_ratio`.

        An engine under test is renewed for each example.
        """
        self.judge_covering_list()
        self._judge_examples(examples, test, example_ratio)

    def _judge_examples(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], example_ratio: float
    ) -> None:
        self.result.is_finished = False

        def run_once(example: Example) -> None:
            if self.is_over():
                raise TimeIsUpError
            self.has_tried = True
            if self.has_failed:
                if self._batches.steps.is_over:
                    raise TimeIsUpError
                self.shrinking.take()
            if self.subject.engine is not None:
                self.subject.engine.renew()
            try:
                with self._undecided_skipped():
                    test(example)
            except PropertyViolatedError as error:
                self.mark_failed(0 if error.is_timeout else math.inf)
                raise

        with self._shrunk():
            run_examples(examples, run_once, *self._examples(example_ratio))

    def _examples(self, example_ratio: float) -> tuple[int, int, bool]:
        """Return the seed and the number of examples of this round, and whether to shrink a failure."""
        seed = zlib.crc32(f"{self.budget.seed} {self.result.name} {self.result.rounds}".encode())
        return seed, max(1, round(self.budget.examples * example_ratio)), self.budget.shrink_steps > 0

    def judge_covering_list(self) -> None:
        """Judge the rest of the covering list until a run does not fit into the time; raises SubjectFailedError."""
        while self.result.covered < len(self._cover) and not self.is_over():
            runs = self._next_runs()
            if len(runs) > 1:
                self.ask_ahead([(self._batches.promised(_puzzles(run)), run[0].formatting) for run in runs])
            for run in runs:
                with self._undecided_skipped(), self._shrunk():
                    if not self._judge_run(run[0], _puzzles(run)):
                        return
                self.result.covered += len(run)
                self.has_tried = True

    def _judge_run(self, first: CoverBatch, puzzles: Sequence[Grid]) -> bool:
        """Judge the puzzles of one run of the covering list; return False if there is no time for it."""
        if first.usual:
            self._batches.judge_form(first)
            return True
        if first.cost and not self._fits(puzzles, first.cost):
            return True
        if len(puzzles) > SHORT_RUN and not self._fits(puzzles):
            self._batches.judge(puzzles[:SAMPLE], first.formatting)  # may be easier than the rest
            if not self._fits(puzzles):
                return False
        self._batches.judge(puzzles, first.formatting, in_full=first.in_full)
        return True

    def _fits(self, puzzles: Sequence[Grid], number: int | None = None) -> bool:
        """Return whether there is time for a run, or for `number` similar puzzles; False if the pace is unknown."""
        return self.pace > 0 and self.session.timeouts.pace.seconds(puzzles, number) <= self.deadline.left

    def _next_runs(self) -> list[list[CoverBatch]]:
        """Return the next runs of the covering list to start in parallel, at most `jobs`; a long run starts alone."""
        place, runs = self.result.covered, list[list[CoverBatch]]()
        while place < len(self._cover) and len(runs) < self.session.parallel_runs:
            run = self._joined(place)
            is_alone = run[0].length_matters or not self._fits(_puzzles(run))
            if runs and is_alone:
                break
            runs.append(run)
            place = len(self._cover) if is_alone else place + len(run)
        return runs

    def _joined(self, place: int) -> list[CoverBatch]:
        """Return the next batches to join into one run: several if starting a run takes longer than answering."""
        first, *others = self._cover[place : place + MAX_JOINED]
        joined, size = [first], len(first.puzzles)
        pace = self.session.timeouts.pace
        longest = min(MAX_JOINED, int(pace.start * (pace.rate() or 0.0)))
        for other in others:
            size += len(other.puzzles)
            if first.length_matters or other.length_matters or other.formatting != first.formatting or size > longest:
                break
            joined.append(other)
        return joined

    def judge_drawn(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> None:
        """Run the subject on the part of a drawn batch that there is time for; raises SubjectFailedError."""
        self._batches.judge(self._batches.part_in_time(batch), formatting)

    def judge(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Judged:
        """Run the subject on a given batch, in one run unless it times out; raises SubjectFailedError."""
        return self._batches.judge(batch, formatting, is_given=True)

    def judge_saved(self) -> None:
        """Judge the saved failures while there is time, each whole; raises SubjectFailedError.

        The next round judges inputs that were not reached, or not judged in one run. An input that failed now and then
        is repeated. An input that the contract excludes is not judged.
        """
        waiting = self.session.waiting
        try:
            for one in list(waiting):
                if self.is_over():
                    break
                self.has_tried = True
                if one.hash_seed is not None:
                    self.subject.use_hash_seed(one.hash_seed)
                if all(self._judge_saved(one) for _ in range(one.repeats)):
                    waiting.remove(one)
        except SubjectFailedError as error:
            raise SubjectFailedError(self._batches.repeated(error.counterexample)) from None
        finally:
            self.result.skipped = sum(len(one.batch) for one in waiting)
            self.result.is_finished = not waiting

    def _judge_saved(self, saved: SavedInput) -> bool:
        """Judge a saved input; return False if it was not judged in one run."""
        with self._undecided_skipped(), suppress(InvalidExampleError):
            judged = self.judge(saved.batch, saved.formatting)
            return judged.in_one_run and not judged.skipped
        return True

    def judge_own_puzzles(self) -> None:
        """Judge the user's puzzles while there is time; the run length depends on the speed of the subject.

        Each round continues where the previous round ended. Raises SubjectFailedError.
        """
        result, own = self.result, self.session.own_puzzles
        if own is None:
            return
        try:
            while not own.is_done and not self.is_over():
                self.has_tried = True
                fitting = self.session.timeouts.pace.fitting(self.deadline.left) // 2
                size = max(1, min(LONGEST_RUN, fitting)) if self.pace else 1
                batch = own.next_batch(self.verdicts, self.subject.options, size, self.deadline)
                with self._shrunk():
                    try:
                        judged = self.judge([own.puzzles[place][1] for place in batch])
                        own.advance(batch, judged.skipped)
                    except SubjectFailedError as error:
                        own.advance(batch, 0)
                        own.note_failure(batch, error.counterexample)
                        raise
        finally:
            result.skipped, result.is_finished = len(own.puzzles) - own.reached, own.is_done
            result.undecided = list(own.undecided.values())

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """Return the solutions found by the engine under test; raises PropertyViolatedError if it raises or hangs."""
        with self.engine_call(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def engine_call(self, puzzle: Grid) -> Generator[None]:
        """Raise PropertyViolatedError if the engine under test raises or hangs inside the block."""
        try:
            with TimeLimit(min(self.end.left, ENGINE_TIMEOUT)):
                yield
        except TimeoutError as error:
            if self.end.is_over:
                raise TimeIsUpError from None
            raise PropertyViolatedError(str(error), puzzle, is_timeout=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None

    @contextmanager
    def _shrunk(self) -> Generator[None]:
        try:
            yield
        except SubjectFailedError as error:
            if not self.budget.shrink_steps:
                raise
            found = list(map(self._batches.repeated, self._batches.shrink(error.counterexample)))
            raise SubjectFailedError(found[0], found[1:]) from None

    @contextmanager
    def _undecided_skipped(self) -> Generator[None]:
        """Skip the rest of the block if the panel cannot decide a puzzle; the result lists the puzzle."""
        try:
            yield
        except UndecidedError as error:
            self.note_undecided(error.puzzle)


def certify_failure(result: PropertyResult) -> None:
    """Certify the expected answers of a failure if there is time; a false verdict is a fault of crosscover."""
    if (failure := result.failure) is None:
        return
    try:
        first, *others = map(_certified, (failure, *failure.others))
    except RefutedVerdictError as error:
        result.status = Status.FAULT
        result.failure = replace(failure, reason=f"RefutedVerdictError: {error}", others=())
    else:
        result.failure = replace(first, others=tuple(others))


def _certified(cause: FoundFailure) -> FoundFailure:
    """Return the failure, with certificates if there is time; raises RefutedVerdictError."""
    if (found := cause.counterexample) is None:
        return cause
    verdicts = dict(zip(found.batch, found.verdicts, strict=True))
    try:
        return replace(cause, certified=True, certificates=tuple(certify(verdicts.items())))
    except UncertifiedError:
        return cause


def _puzzles(run: Sequence[CoverBatch]) -> list[Grid]:
    return [puzzle for batch in run for puzzle in batch.puzzles]
