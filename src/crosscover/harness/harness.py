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

from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape
from crosscover.subjects.smoke import ask_easy, diagnose, easy_puzzle
from crosscover.subjects.subject import EngineUnderTest, Subject, SubjectKind

from .applies import AppliesTo, Requires
from .batch_judge import BatchJudge
from .examples import Example, TimeIsUpError, run_examples
from .judging import Batch, PropertyViolatedError, SubjectFailedError
from .leniency import Leniency
from .measuring import measure
from .pace import Pace
from .performance import Performance, Workload
from .property_run import PropertyRun
from .schedule import Budget, Clock
from .verdicts import VerdictCache
from .volume import Block, VolumeJudge

SavedBatches = Sequence[tuple[Batch, Formatting]]


class Harness:
    """Judges one subject, property by property.

    The panel behind `verdicts` must not contain what it judges. `saved` are batches on which subjects failed before.
    """

    def __init__(
        self,
        subject: Subject,
        verdicts: VerdictCache,
        budget: Budget,
        saved: SavedBatches = (),
        clock: Clock = time.monotonic,
    ) -> None:
        self.subject = subject
        self.verdicts = verdicts
        self.budget = budget
        self.saved = saved
        self.performance: Performance | None = None
        self._clock = clock
        self._leniency = Leniency(subject, verdicts, clock)
        self._pace = Pace(subject.options, self._leniency)
        self.start_property("")

    def smoke(self) -> str | None:
        """Ask an easy puzzle; None where the subject can be judged, else why not as it was named, and what to try."""
        started = self._clock()
        transcript = ask_easy(self.subject)
        self._leniency.learn(easy_puzzle(self.shape)[0], transcript.responses[0], self._clock() - started)
        return diagnose(self.subject, transcript)

    def applies(self, to: AppliesTo) -> bool:
        """Whether a property applies to the subject, as this run is set up."""
        kind = self.subject.kind
        fulfilled = {
            Requires.ANY_SUBJECT: True,
            Requires.PROGRAM: kind is SubjectKind.PROGRAM,
            Requires.ENGINE: self.subject.engine is not None,
            Requires.DANCING_LINKS: kind is SubjectKind.DANCING_LINKS,
            Requires.SAVED_FAILURES: bool(self.saved),
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
        shrinks = self.budget.shrink_seconds > 0
        try:
            run_examples(examples, run_once, seed=seed, count=count, shrink=shrinks)
        except SubjectFailedError as error:
            if not shrinks:
                raise
            smallest, *others = self._batches.shrink(error.counterexample)
            raise SubjectFailedError(smallest, others) from None

    def judge(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> None:
        """Ask the subject and raise SubjectFailedError unless everything that comes back is right."""
        __tracebackhide__ = True
        self._batches.judge(batch, formatting)

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

    def count(self, judged: int = 1, unit: str = "puzzles", labels: Sequence[str] = ()) -> None:
        """Count what a property judged without asking the subject a batch."""
        self._run.count(judged, unit, labels, runs=0, simplified_or_skipped=0)
