"""A trial: one subject, the panel of oracles that knows what is right, and the record of what was judged.

Every property is a test that is handed the trial. It lets the trial draw (`explore`), and either asks the subject
through it (`judge`) or works with the engine under test itself and says what it saw (`note`, `PropertyViolatedError`). A failure is
raised as `Wrong`, which carries the smallest batch that shows it.
"""

import time
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar, assert_never, cast

import hypothesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy

from crosscover.oracles.panel import Panel
from crosscover.reference import DlxEngine, Engine, Grid, Unique, Verdict
from crosscover.dialects import Formatting
from crosscover.subjects.contract import Contract
from crosscover.subjects.engines import EngineSubject
from crosscover.subjects.options import Options
from crosscover.subjects.programs import ProgramSubject
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Subject

from .applies import Asked, Requires
from .judging import Counterexample, is_timeout, judged
from .masking import mask_of, with_clues_of
from .patience import patience
from .plain import MOST, Pace
from .reducing import Batch, reduced
from .labels import batch_labels, puzzle_labels

Drawn = TypeVar("Drawn")

PATIENCE = 60.0
"""Seconds after which an engine is taken to hang."""

LITTLE_PATIENCE = 5.0
"""The same once it has hung, as it may for thousands of other puzzles, too."""

REMEMBERED = 50_000
"""How many verdicts are kept, so that a puzzle that comes again is not solved again."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried: examples a property, the seed, and the seconds that making one failure small may take.

    Where those are 0, a property ends at its first failure, and that is left as it is.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 20.0

    @property
    def seconds(self) -> float:
        """A subject that has taken so long under one property is given no further batch there."""
        return max(10.0, self.examples / 4)

    @property
    def certify_seconds(self) -> float:
        """After so long no further verdict is certified, many times what is needed."""
        return max(600.0, 15.0 * self.examples)


class Wrong(AssertionError):  # noqa: N818 - a verdict on a subject, not an error
    """The subject is wrong, and the finding shows it."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(counterexample.reason)
        self.counterexample = counterexample
        self.reason = counterexample.reason


class PropertyViolatedError(AssertionError):  # noqa: N818 - as above
    """A property of an engine, of the table or of the links does not hold; the puzzle shows it, where there is one.

    `late` says that nothing worse was seen than that an answer did not come in time.
    """

    def __init__(self, reason: str, puzzle: Grid | None = None, *, late: bool = False) -> None:
        super().__init__(reason if puzzle is None else f"{reason}\n{puzzle}\n{puzzle.to_diagram()}")
        self.reason = reason
        self.puzzle = puzzle
        self.late = late


class InvalidExampleError(Exception):
    """A strategy drew a puzzle that the contract does not allow: our fault, never the subject's."""


@dataclass(slots=True)
class Record:
    """What was judged under one property: how many of what, in how many runs, and how often each trait occurred.

    `failed_after` is the number judged when the subject was first seen to be wrong. `simplified_or_skipped` counts the puzzles
    that were too much for so slow a subject: it was given them with more clues, or not at all.
    """

    unit: str = "puzzles"
    judged: int = 0
    simplified_or_skipped: int = 0
    runs: int = 0
    failed_after: int | None = None
    labels: Counter[str] = field(default_factory=Counter[str])


class Trial:
    """Judges one subject.

    `panel` must not contain what it judges. `progress` is told, now and then, how many puzzles a property has judged.
    `remembered` are batches on which subjects have failed before; `certifies` asks for certificates of the verdicts.
    """

    def __init__(self, subject: Subject, panel: Panel, budget: Budget) -> None:
        self.subject = subject
        self.panel = panel
        self.budget = budget
        self.verdicts: dict[Grid, Verdict] = {}
        self.remembered: tuple[tuple[Batch, Formatting], ...] = ()
        self.certifies = False
        self.certified: set[Grid] = set()
        self._asked_seconds = 0.0
        self._asked_puzzles = 0
        self._patience = PATIENCE
        self._pace = Pace(2 if subject.contract is Contract.COUNT else 1)
        self._bearable: int | None = None
        self.progress: Callable[[int], None] = lambda _: None
        self.begin("")

    def is_asked(self, asked: Asked) -> bool:  # noqa: PLR0911 - one case a line
        """Whether a property applies to the subject."""
        if self.subject.contract not in asked.contracts:
            return False
        match asked.needs:
            case Requires.ANYTHING:
                return True
            case Requires.PROGRAM:
                return isinstance(self.subject, ProgramSubject)
            case Requires.ENGINE:
                return isinstance(self.subject, EngineSubject)
            case Requires.DANCING_LINKS:
                return isinstance(self.subject, EngineSubject) and isinstance(self.subject.engine, DlxEngine)
            case Requires.MEMORY:
                return bool(self.remembered)
            case Requires.CERTIFICATES:
                return self.certifies
            case other:
                assert_never(other)

    def begin(self, name: str) -> None:
        """Start the record of the next property."""
        self.record = Record()
        self._seconds = 0.0
        self._name = name
        self._seen: dict[tuple[Batch, Formatting], Counterexample | None] = {}
        self._failed_at: float | None = None

    @property
    def engine(self) -> Engine:
        """The engine under test; TypeError where the subject is not one."""
        if not isinstance(self.subject, EngineSubject):
            raise TypeError(f"{self.subject.name} is not an engine")
        return self.subject.engine

    @property
    def empties(self) -> tuple[str, ...]:
        """The characters for an empty cell that the program under test must read; TypeError where it is no program."""
        if not isinstance(self.subject, ProgramSubject):
            raise TypeError(f"{self.subject.name} is not a program")
        return tuple(self.subject.dialect.empties)

    def explore(self, drawn: SearchStrategy[Drawn], test: Callable[[Drawn], None], *, share: float = 1) -> None:
        """Draw examples and run the test on each, as many as the budget says, times `share`.

        An engine under test is made anew for each. One that has failed an example is not asked it again.
        """
        __tracebackhide__ = True
        failed: list[tuple[Drawn, PropertyViolatedError]] = []

        def example(value: Drawn) -> None:
            __tracebackhide__ = True
            if self._failed_at is None and self._seconds > self.budget.seconds:
                return
            for other, error in failed:
                if other == value:
                    raise error
            if failed and self._seconds_left() <= 0:
                return
            if isinstance(self.subject, EngineSubject):
                self.subject.renew()
            try:
                test(value)
            except PropertyViolatedError as error:
                failed.append((value, error))
                self.failed()
                raise

        configured = hypothesis_settings(
            max_examples=max(1, round(self.budget.examples * share)),
            database=None,
            deadline=None,
            derandomize=False,
            phases=(Phase.generate, Phase.target, *([Phase.shrink] if self.budget.shrink_seconds else [])),
            suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
            print_blob=False,
            report_multiple_bugs=False,
        )(given(drawn)(example))
        try:
            with _quiet():
                hypothesis.seed(zlib.crc32(f"{self.budget.seed} {self._name}".encode()))(configured)()
        except Wrong as wrong:
            if not self.budget.shrink_seconds:
                raise
            raise Wrong(self._smallest(wrong.counterexample)) from None

    def judge(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> None:
        """Ask the subject and raise `Wrong` unless everything that comes back is right.

        A slow one, once known to be slow, is spared what a plain search at its pace would not answer in time.
        Once a batch has failed, others are asked for as long as the budget allows for making a failure small; after
        that only those known to fail do.
        """
        __tracebackhide__ = True
        key = (tuple(batch) if self._bearable is None else self._spared(batch, self._bearable), formatting)
        if not key[0]:
            return
        if key not in self._seen:
            if self._failed_at is not None and self._seconds_left() <= 0:
                return
            counterexample = self._ask(*key)
            if counterexample is None and self._failed_at is None:
                return
            self._seen[key] = counterexample
            if counterexample is not None:
                self._seen[counterexample.batch, formatting] = (
                    counterexample  # what it was spared it will be spared again
                )
        counterexample = self._seen[key]
        if counterexample is not None:
            self.failed()
            raise Wrong(counterexample)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """What the engine under test says; `PropertyViolatedError` where it raises, or takes longer than `PATIENCE` seconds."""
        __tracebackhide__ = True
        with self.asking(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def asking(self, puzzle: Grid) -> Generator[None]:
        """Hold against the engine under test what it raises meanwhile, and more than `PATIENCE` seconds."""
        __tracebackhide__ = True
        started = time.monotonic()
        try:
            with patience(self._patience):
                yield
        except TimeoutError as error:
            self._patience = LITTLE_PATIENCE
            raise PropertyViolatedError(str(error), puzzle, late=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None
        finally:
            self._seconds += time.monotonic() - started

    def affordable(self) -> int:
        """How many puzzles the subject can be given in one run: many hundreds, fewer where it was slow so far."""
        pace = self._asked_seconds / self._asked_puzzles if self._asked_puzzles else 0.0
        return max(100, round(self.budget.seconds / pace)) if pace else 10_000

    def verdict(self, puzzle: Grid) -> Verdict:
        """What the panel says of a puzzle; raises DisagreementError."""
        if puzzle not in self.verdicts:
            if not self.certifies:
                self.forget()
            self.verdicts[puzzle] = self.panel.verdict(puzzle)
        return self.verdicts[puzzle]

    def uncertified(self) -> list[tuple[Grid, Verdict]]:
        """The verdicts that the subject was judged by and nobody has certified yet."""
        return [(puzzle, verdict) for puzzle, verdict in self.verdicts.items() if puzzle not in self.certified]

    def forget(self) -> None:
        """Drop the verdicts, where there are too many to keep."""
        if len(self.verdicts) >= REMEMBERED:
            self.verdicts.clear()
            self.certified.clear()

    def note(self, judged: int = 1, unit: str = "puzzles", labels: Sequence[str] = ()) -> None:
        """Count what a property judged without asking the subject for a batch."""
        self.record.unit = unit
        self._count(judged, labels)

    def _count(self, judged: int, labels: Sequence[str]) -> None:
        """Add to the record, and to the statistics that Hypothesis keeps; what failed is counted up to there."""
        if self._failed_at is not None:
            return
        self.record.judged += judged
        self.record.labels.update(labels)
        self.progress(self.record.judged)
        if hypothesis.currently_in_test_context():
            for trait in set(labels):
                hypothesis.event(trait)

    def failed(self) -> None:
        """Remember when the subject was first seen to be wrong."""
        if self._failed_at is None:
            self._failed_at = time.monotonic()
            self.record.failed_after = self.record.judged

    def _ask(self, batch: Batch, formatting: Formatting) -> Counterexample | None:
        verdicts = [self.verdict(puzzle) for puzzle in batch]
        if self.subject.contract is Contract.PROPER:
            for puzzle, verdict in zip(batch, verdicts, strict=True):
                if not isinstance(verdict, Unique):
                    raise InvalidExampleError(f"a proper puzzle was promised, and {puzzle} has {verdict}")
        if self._failed_at is None:
            self.record.runs += 1
            of_puzzles = (puzzle_labels(puzzle, verdict) for puzzle, verdict in zip(batch, verdicts, strict=True))
            self._count(len(batch), [*chain.from_iterable(of_puzzles), *batch_labels(batch, formatting)])
        counterexample = self._put(batch, verdicts, formatting)
        if counterexample is not None and is_timeout(counterexample) and self._deserves_another_look():
            self._bearable = self._pace.nodes_in(self.subject.options.seconds(len(batch)))
            fair = self._spared(batch, self._bearable)
            self.record.judged -= len(batch) - len(fair)
            if fair != batch:
                counterexample = (
                    self._put(fair, [self.verdict(puzzle) for puzzle in fair], formatting) if fair else None
                )
            if counterexample is not None and is_timeout(counterexample) and len(fair) > 1:
                counterexample = self._second_look(counterexample)
        return counterexample

    def _put(self, batch: Batch, verdicts: Sequence[Verdict], formatting: Formatting) -> Counterexample | None:
        started = time.monotonic()
        if isinstance(self.subject, EngineSubject):
            with patience(self._patience):
                transcript = self.subject.ask(batch, formatting)
        else:
            transcript = self.subject.ask(batch, formatting)
        seconds = time.monotonic() - started
        self._seconds += seconds
        counterexample = judged(batch, verdicts, transcript, self.subject.contract, formatting)
        if counterexample is not None and is_timeout(counterexample):
            self._patience = LITTLE_PATIENCE
        if (
            counterexample is None and self._failed_at is None
        ):  # what is affordable must be the same when it fails again
            self._asked_seconds += seconds
            self._asked_puzzles += len(batch)
            self._pace.note(batch, seconds)
        return counterexample

    def _deserves_another_look(self) -> bool:
        """Whether a late answer may mean no more than a slow subject.

        Not where it has failed already, nor where somebody has set the limits: those are meant to the letter.
        """
        if isinstance(self.subject, EngineSubject):  # it has had as much patience as there is
            return False
        mine, usual = self.subject.options, Options()
        leisurely = (mine.time_limit, mine.puzzle_time) == (usual.time_limit, usual.puzzle_time)
        return leisurely and self._failed_at is None

    def _spared(self, batch: Sequence[Grid], most: int) -> Batch:
        """What a batch becomes for a subject that is expected to do so many nodes of a plain search in a run.

        Puzzles that are too much get more clues of their one solution; those without one, and those for which no time
        is left after the others, are left out.
        """
        fair: list[Grid] = []
        simplified_or_skipped = 0
        for puzzle in batch:
            bearable = min(most, MOST)
            eased = self._eased(puzzle, bearable)
            simplified_or_skipped += eased != puzzle
            if eased is not None:
                fair.append(eased)
                most -= self._pace.nodes(eased, bearable)
        if self._failed_at is None:
            self.record.simplified_or_skipped += simplified_or_skipped
        return tuple(fair)

    def _eased(self, puzzle: Grid, most: int) -> Grid | None:
        if self._pace.nodes(puzzle, most) <= most:
            return puzzle
        verdict = self.verdict(puzzle)
        if isinstance(verdict, Unique):
            random = Random(str(puzzle))
            for clues in (4, 8, 16, 32, 64):
                kept = mask_of(random.sample(range(puzzle.shape.cells), clues))
                easier = with_clues_of(verdict.solution, puzzle, kept)
                if self._pace.nodes(easier, most) <= most:
                    return easier
        return None

    def _second_look(self, counterexample: Counterexample) -> Counterexample | None:
        """Tell a subject that hangs from one that is slow: ask each puzzle alone, then all with three times as long.

        What takes longer than `PATIENCE` in all is too slow in any case.
        """
        options, formatting = self.subject.options, counterexample.formatting
        started = time.monotonic()
        for puzzle, verdict in zip(counterexample.batch, counterexample.verdicts, strict=True):
            alone = judged((puzzle,), (verdict,), self.subject.ask((puzzle,), formatting), options.contract, formatting)
            if alone is not None or time.monotonic() - started > PATIENCE:
                return alone or counterexample
        longer = replace(options, time_limit=options.time_limit + 3 * (time.monotonic() - started))
        with closing(subject(self.subject.name, longer)) as patient:
            transcript = patient.ask(counterexample.batch, formatting)
        return judged(counterexample.batch, counterexample.verdicts, transcript, options.contract, formatting)

    def _seconds_left(self) -> float:
        if self._failed_at is None:
            return self.budget.shrink_seconds
        return self._failed_at + self.budget.shrink_seconds - time.monotonic()

    def _smallest(self, counterexample: Counterexample) -> Counterexample:
        smallest = counterexample

        def fails(batch: Batch) -> bool:
            nonlocal smallest
            try:
                found = self._ask(batch, counterexample.formatting)
            except InvalidExampleError:
                return False
            if found is None or found.cause != counterexample.cause:
                return False
            smallest = found
            return True

        reduced(counterexample.batch, fails, max(2.0, self._seconds_left()))
        return smallest


@contextmanager
def _quiet() -> Generator[None]:
    """Keep Hypothesis from writing where it is called, and from warning of examples that are large on purpose."""
    with TemporaryDirectory(prefix="crosscover-") as home, warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)
        set_hypothesis_home_dir(home)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)
