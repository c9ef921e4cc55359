"""The harness: what every property is handed.

A property is a test. It draws examples (`for_each_example`), and either asks the subject a batch (`judge`) or works
with the engine under test itself and says what it saw (`count`, `PropertyViolatedError`). A batch that fails is raised
as `SubjectFailedError`, which carries the smallest counterexample found of each cause.
"""

import math
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape
from crosscover.subjects.copies import Copies
from crosscover.subjects.small_puzzles import easy_puzzle
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import EngineUnderTest, Subject, SubjectKind

from .applies import AppliesTo, Requires
from .batch_judge import BatchJudge
from .block import Block
from .examples import Example, TimeIsUpError, run_examples
from .judging import Batch, PropertyViolatedError, SubjectFailedError
from .leniency import Leniency
from .measuring import measure
from .outcome import Failure, Outcome, Status
from .own_puzzles import LONGEST_RUN, OwnPuzzles
from .pace import Pace
from .performance import Performance, Workload
from .property_run import PropertyRun
from .schedule import Budget, Clock
from .verdicts import RefutedVerdictError, UncertifiedError, VerdictCache, certify
from .volume import VolumeJudge

CERTIFY_SECONDS = 10.0
"""Time limit of the certificates of one batch in seconds, enough for hundreds of puzzles."""

SavedBatches = Sequence[tuple[Batch, Formatting]]


class Harness:
    """Judges one subject, property by property.

    The panel behind `verdicts` must not contain what it judges. `saved` are batches on which the subject failed before,
    `own_puzzles` those that the user has given. Where it pays, up to `jobs` runs of the subject go on at once; each of
    them is a run as ever.
    """

    def __init__(
        self,
        subject: Subject,
        verdicts: VerdictCache,
        budget: Budget,
        saved: SavedBatches = (),
        clock: Clock = time.monotonic,
        *,
        own_puzzles: OwnPuzzles | None = None,
        jobs: int = 1,
    ) -> None:
        self.subject = subject
        self.copies = Copies(subject, jobs)
        self.verdicts = verdicts
        self.budget = budget
        self.saved = saved
        self.own_puzzles = own_puzzles
        self.performance: Performance | None = None
        self._clock = clock
        self._leniency = Leniency(subject, verdicts, clock)
        self._pace = Pace(subject.options, self._leniency)
        self.start_property("")

    def smoke(self) -> str | None:
        """Ask an easy puzzle; None where the subject can be judged, else why not as it was named, and what to try."""
        started = self._clock()
        transcript = ask_easy(self.subject)
        self._leniency.learn((easy_puzzle(self.shape)[0],), transcript, self._clock() - started)
        return diagnose(self.subject, transcript)

    def close(self) -> None:
        """End whatever the subject and its copies have started."""
        self.copies.close()
        self.subject.close()

    def applies(self, to: AppliesTo) -> bool:
        """Whether a property applies to the subject, as this run is set up."""
        kind = self.subject.kind
        fulfilled = {
            Requires.ANY_SUBJECT: True,
            Requires.PROGRAM: kind is SubjectKind.PROGRAM,
            Requires.ENGINE: self.subject.engine is not None,
            Requires.DANCING_LINKS: kind is SubjectKind.DANCING_LINKS,
            Requires.SAVED_FAILURES: bool(self.saved),
            Requires.OWN_PUZZLES: self.own_puzzles is not None,
            Requires.CERTIFICATES: self.verdicts.certify,
            Requires.PERFORMANCE_LIMITS: self.budget.performance.is_limited,
        }
        applies = self.subject.options.contract in to.contracts and to.shapes(self.shape)
        return applies and fulfilled[to.requires]

    def start_property(
        self, name: str, progress: Callable[[int], None] = lambda _: None, seconds: float = math.inf
    ) -> None:
        """Start a property that has so much time; `progress` is told now and then how many puzzles it has judged."""
        self._run = PropertyRun(name, self.budget, self._clock, progress, seconds)
        self.record = self._run.record
        self.has_drawn = False
        contract = self.subject.options.contract
        self._batches = BatchJudge(contract, self.verdicts, self._leniency, self._run, self._clock)
        self._volume = VolumeJudge(
            self.subject,
            self.verdicts,
            self._batches,
            self._run,
            copies=self.copies,
            pace=self._pace,
            clock=self._clock,
            seconds=min(seconds, self.budget.volume_seconds),
        )

    @property
    def shape(self) -> Shape:
        """The shape of the puzzles that the subject is for."""
        return self.subject.options.shape

    @property
    def late_seconds(self) -> float:
        """What runs have taken so far that did not end in time."""
        return self._leniency.late_seconds

    @property
    def engine(self) -> EngineUnderTest:
        """The engine under test; TypeError where the subject is not one."""
        if self.subject.engine is None:
            raise TypeError(f"{self.subject.name} is not an engine")
        return self.subject.engine

    def for_each_example(
        self, examples: SearchStrategy[Example], test: Callable[[Example], None], *, example_ratio: float = 1
    ) -> None:
        """Draw examples and run the test on each, as many as the budget says, times `example_ratio`.

        An engine under test is made anew for each. One that has failed an example is not asked it again.
        """
        __tracebackhide__ = True
        violations: list[tuple[Example, PropertyViolatedError]] = []

        def run_once(example: Example) -> None:
            __tracebackhide__ = True
            for other, error in violations:
                if other == example:
                    raise error
            if self._run.is_over():
                raise TimeIsUpError
            if violations and self._run.has_shrunk_enough():
                return
            if self.subject.engine is not None:
                self.subject.engine.renew()
            try:
                test(example)
            except PropertyViolatedError as error:
                violations.append((example, error))
                self._run.mark_failed()
                raise

        self.has_drawn = True
        seed = zlib.crc32(f"{self.budget.seed} {self._run.name}".encode())
        count = max(1, round(self.budget.examples * example_ratio))
        try:
            run_examples(examples, run_once, seed=seed, count=count, shrink=self._shrinks)
        except SubjectFailedError as error:
            raise self._shrunk(error) from None

    def judge(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> None:
        """Ask the subject and raise SubjectFailedError unless everything that comes back is right."""
        __tracebackhide__ = True
        self._batches.judge(batch, formatting)

    def judge_own_puzzles(self) -> None:
        """Ask the user's puzzles in runs that suit the subject, for as long as there is time.

        Each turn of the property goes on where the one before ended. Raises SubjectFailedError.
        """
        __tracebackhide__ = True
        own, size, started = self.own_puzzles, 1, False
        while own is not None and not own.is_done and not self._run.is_over():
            if started and self._run.seconds_left() <= 0:
                break
            started = True
            fitting = self._leniency.max_batch_size(self._run.seconds_left()) // 2  # well below where it would be cut
            contract = self.subject.options.contract
            batch = own.next_batch(self.verdicts, contract, max(1, min(size, fitting)), self._run.seconds_left)
            size = min(2 * size, LONGEST_RUN)
            if batch and self.subject.engine is not None:
                self.subject.engine.renew()
            try:
                self._batches.judge(list(batch.values()), Formatting())
            except SubjectFailedError as error:
                own.note_failure(batch, error.counterexample)
                raise self._shrunk(error) from None
        self.has_drawn = own is not None and not own.is_done

    def judge_block(self, seed: int, derive: Callable[[int, int], Block]) -> None:
        """Ask the subject a block of puzzles with known answers and raise SubjectFailedError unless all are right.

        `derive` makes the block of the seed and a number of puzzles, which is up to 100,000 as the subject is fast.
        Nothing is asked once the property has had `volume_seconds` of the budget. Raises FalseDerivationError where
        the panel contradicts an answer that was derived.
        """
        __tracebackhide__ = True
        self._volume.judge(seed, derive)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """What the engine under test finds; raises PropertyViolatedError where it raises or hangs."""
        __tracebackhide__ = True
        with self.engine_call(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def engine_call(self, puzzle: Grid) -> Generator[None]:
        """Hold against the engine under test what it raises meanwhile, and that it does not end in time."""
        __tracebackhide__ = True
        engine, started = self.engine, self._clock()
        try:
            with engine.time_limit():
                yield
        except TimeoutError as error:
            self._leniency.late_seconds += self._clock() - started
            raise PropertyViolatedError(str(error), puzzle, late=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None
        finally:
            self._run.charge(self._clock() - started)

    def measure_performance(self, workload: Workload) -> Performance:
        """What there is to say of the subject's speed and memory, measured when this is first called."""
        if self.performance is None:
            self.performance = measure(self.subject, workload, seconds=self.budget.performance.seconds)
        return self.performance

    @property
    def _shrinks(self) -> bool:
        return self.budget.shrink_seconds > 0

    def _shrunk(self, error: SubjectFailedError) -> SubjectFailedError:
        """The error with the smallest counterexample of each cause, or as it is where nothing is shrunk."""
        if not self._shrinks:
            return error
        smallest, *others = self._batches.shrink(error.counterexample)
        return SubjectFailedError(smallest, others)

    def count(self, judged: int = 1, unit: str = "puzzles", labels: Sequence[str] = ()) -> None:
        """Count what a property judged without asking the subject a batch."""
        self._run.count(judged, unit, labels, runs=0, simplified_or_skipped=0)


def certified(outcome: Outcome) -> Outcome:
    """The outcome with certificates of the expected answers of its failures, as far as there is time.

    A verdict that turns out to be false is a fault of crosscover, not a failure of the subject.
    """
    failure = outcome.failure
    if failure is None or failure.counterexample is None:
        return outcome
    proved: list[Failure] = []
    for cause in (failure, *failure.others):
        found = cause.counterexample
        verdicts = dict(zip(found.batch, found.verdicts, strict=True)) if found else {}
        least = found is not None and found.contract.wants_least
        try:
            certificates = tuple(certify(verdicts.items(), CERTIFY_SECONDS, least=least))
        except RefutedVerdictError as error:
            refuted = replace(failure, reason=f"RefutedVerdictError: {error}", others=())
            return replace(outcome, status=Status.FAULT, failure=refuted)
        except (UncertifiedError, ValueError):
            proved.append(cause)
        else:
            proved.append(replace(cause, certified=True, certificates=certificates))
    return replace(outcome, failure=replace(proved[0], others=tuple(proved[1:])))
