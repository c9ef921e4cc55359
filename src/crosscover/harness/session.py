"""The session of a subject, which holds what properties share (pace, verdicts, results), and a round of a property."""

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import TypeVar

from crosscover import engines
from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.oracles.panel import family_of
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.result import Speed
from crosscover.subjects.subject import Subject, hash_seed_of

from .applies import Property
from .budget import Budget, Clock, Deadline, Steps
from .judging import Batch, CoverBatch, SavedBatches, ShrinkKey, facets_of
from .limits import DEFAULT_SECONDS, END_SECONDS, OVERTIME, QUARTER, SHRINK_SECONDS
from .own_puzzles import OwnPuzzles
from .pace import Levels
from .performance import Workload, measure
from .property_result import PropertyResult, puzzle_labels
from .timeouts import Judged, TimedRun, Timeouts
from .verdicts import VerdictCache

Item = TypeVar("Item")
Answer = TypeVar("Answer")

MAX_UNDECIDED = 3
"""Maximum number of undecided puzzles per round; each one costs the engines their full time limit."""

Covers = Callable[[str, Options], Sequence[CoverBatch]]
"""Returns the covering list of the named property for a subject with these options."""


@dataclass(eq=False)
class SubjectSession:
    """A subject, and everything known about it so far.

    The panel behind `verdicts` must not contain the subject. `saved` lists the inputs of earlier failures;
    `own_puzzles` are the user's puzzles; `covers` returns covering lists. Everything ends at `deadline`. `known_causes`
    holds the causes of failures already shrunk. At most `jobs` runs of the subject take place in parallel, or one for
    an engine, which runs in this process. `seed` is the seed of the run.
    """

    subject: Subject
    verdicts: VerdictCache
    _: KW_ONLY
    saved: SavedBatches = ()
    own_puzzles: OwnPuzzles | None = None
    covers: Covers = lambda _name, _options: ()
    clock: Clock = time.monotonic
    seed: int = 0
    jobs: int = 1
    performance: Speed | None = None
    known_causes: set[ShrinkKey] = field(default_factory=set[ShrinkKey])
    results: dict[str, PropertyResult] = field(default_factory=dict[str, PropertyResult])

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.clock)
        self.timeouts = Timeouts(self.subject, self.verdicts, self.clock, seed=self.seed)
        self.levels = Levels(self.timeouts.pace)
        self.waiting = list(self.saved)  # inputs that are not judged yet
        if self.subject.engine is not None:
            self.jobs = 1

    def begin(self, seconds: float, whole: float | None = None) -> None:
        """Start a run of `seconds`, plus at most `OVERTIME`, or the rest of a run of `whole` seconds.

        Retries take at most a quarter of the whole run.
        """
        whole = seconds if whole is None else whole
        self.deadline = Deadline(self.clock).within(seconds + OVERTIME)
        self.timeouts.begin(self.deadline, QUARTER * (whole if whole < math.inf else DEFAULT_SECONDS))

    @property
    def parallel_runs(self) -> int:
        """Number of runs of the subject at a time: `jobs`, or 1 if it fails when runs overlap."""
        return 1 if self.timeouts.overlap_fails else self.jobs

    def result_of(self, judged: Property) -> PropertyResult:
        """Return the result of a property over all rounds so far."""
        if judged.name not in self.results:
            facets = facets_of(self.cover_of(judged.name))
            result = PropertyResult(judged.name, judged.statement, facets=len(facets), not_asked=facets)
            self.results[judged.name] = result
        return self.results[judged.name]

    def cover_of(self, name: str) -> Sequence[CoverBatch]:
        """Return the covering list of a property."""
        return self.covers(name, self.subject.options)

    def at_once(self, run: Callable[[Item], Answer], items: Sequence[Item]) -> list[Answer]:
        """Call a function that runs the subject for each item, in up to `jobs` threads."""
        if len(items) < 2:
            return list(map(run, items))
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                return list(pool.map(run, items))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.subject.close()  # the `with` block waits for the runs
                raise

    def smoke(self) -> str | None:
        """Run the subject on an easy puzzle; return the reason if the subject cannot start, else None."""
        [response] = self.timeouts.ask_easy_puzzle().responses
        return response.reason if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED else None

    def measure_performance(self, workload: Workload, seconds: float = END_SECONDS) -> Speed:
        """Measure the subject's speed, once per session; an internal error does not stop the reports."""
        if self.performance is None:
            try:
                self.performance = measure(self.subject, workload, min(seconds, self.deadline.left / 2))
            except Exception as error:
                self.performance = Speed(unmeasured=(f"anything: {type(error).__name__}: {error}",))
        return self.performance

    def close(self) -> None:
        """End all processes of the subject."""
        self.subject.close()


@dataclass(eq=False)
class PropertyRound:
    """A round of a property, which fills the result and calls `progress` after each change."""

    session: SubjectSession
    result: PropertyResult
    budget: Budget
    progress: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.subject = self.session.subject
        self.subject.use_hash_seed(hash_seed_of(self.session.seed))
        self.verdicts = self.session.verdicts
        self.end = self.session.deadline
        self.deadline = self.end.within(self.budget.seconds)
        self.has_tried = False
        self._shrinking: Steps | None = None
        self._undecided = 0
        self.asked_ahead: dict[tuple[Batch, Formatting], TimedRun | None] = {}

    def ask_ahead(self, batches: Iterable[tuple[Batch, Formatting]]) -> None:
        """Run the subject on several batches in parallel, and store the runs until they are judged."""
        timeouts = self.session.timeouts
        fitting = dict.fromkeys((timeouts.fit(batch), formatting) for batch, formatting in batches)

        def ask(key: tuple[Batch, Formatting]) -> TimedRun | None:
            if not key[0] or self.deadline.is_over:
                return None
            return timeouts.ask(*key, limit=timeouts.first_limit(key[0]), deadline=self.end)

        self.asked_ahead.update(zip(fitting, self.session.at_once(ask, list(fitting)), strict=True))

    def count(
        self,
        judged: int = 1,
        unit: str = "puzzles",
        labels: Mapping[str, int] | Iterable[str] = (),
        *,
        runs: int = 0,
        distinct: int = 0,
    ) -> None:
        """Count judged units, such as puzzles; does nothing after a failure."""
        if not self.has_failed:
            result = self.result
            result.unit = unit
            result.judged += judged
            result.runs += runs
            result.distinct += distinct
            result.labels.update(labels)
            self.progress()

    def count_judged(self, judged: Judged, left_out: int = 0) -> None:
        """Count a judged batch and its `left_out` puzzles, and record the unanswered puzzles."""
        before, batch, result = len(self.result.asked), judged.batch, self.result
        result.asked.update(map(hash, batch))
        labels = chain.from_iterable(puzzle_labels(puzzle, self.verdicts[puzzle]) for puzzle in batch)
        self.count(len(batch), labels=labels, runs=bool(batch), distinct=len(result.asked) - before)
        result.skipped += left_out + judged.skipped
        lacking = tuple(filter(self.session.timeouts.out_of_memory.__contains__, judged.unanswered))
        for puzzles, kept in (
            (judged.unanswered, result.unanswered),
            (judged.suspects, result.suspects),
            (lacking, result.out_of_memory),
        ):
            add_new(puzzles, kept)

    def note_undecided(self, puzzle: Grid) -> None:
        """Record a puzzle that the panel cannot decide; after `MAX_UNDECIDED` of them, the round is over."""
        self._undecided += 1
        add_new([puzzle], self.result.undecided)

    @property
    def has_failed(self) -> bool:
        """Whether the subject has failed in this round."""
        return self._shrinking is not None

    def mark_failed(self, shrink_steps: float = math.inf) -> None:
        """Record the first failure of the subject, and limit the steps for shrinking it."""
        if self._shrinking is None:
            self._shrinking = self._steps(min(shrink_steps, self.budget.shrink_steps))
            self.result.failed_after = self.result.judged

    def is_over(self) -> bool:
        """Return whether the time of the round is up; a round without a failure tries at least one example."""
        is_late = (self.has_tried and self.deadline.is_over) or self._undecided >= MAX_UNDECIDED
        if self.has_failed or not (is_late or self.end.is_over):
            return False
        self.result.had_no_time = True
        return True

    @property
    def shrinking(self) -> Steps:
        """The steps left for shrinking the failure, or the next failure."""
        return self._shrinking or self._steps(self.budget.shrink_steps)

    def _steps(self, number: float) -> Steps:
        seconds = max(SHRINK_SECONDS, QUARTER * self.end.left)
        return Steps(number, self.end.within(seconds * number / max(1, self.budget.shrink_steps)))


def add_new(puzzles: Iterable[Grid], listed: list[Grid]) -> None:
    """Append the puzzles that a list does not contain yet."""
    listed += [puzzle for puzzle in dict.fromkeys(puzzles) if puzzle not in listed]


def panel_names(spec: str) -> tuple[str, ...]:
    """Return the oracles that judge a subject: one per family of the default panel, except the subject's own kind.

    A second CP-SAT engine would take half of the time for a verdict; only `crosscover audit` uses all engines.

    >>> panel_names("engine:dlx:single")
    ('bitmask', 'sat:cadical195', 'cpsat')
    >>> panel_names("engine:cpsat")
    ('bitmask', 'dlx', 'sat:cadical195', 'cpsat-alldiff')
    """
    own = spec.removeprefix("engine:").split(":")[0] if spec.startswith("engine:") else None
    others = [name for name in engines.DEFAULT_PANEL if name.split(":")[0] != own]
    first_of = {family_of(name): name for name in reversed(others)}
    return tuple(name for name in others if first_of[family_of(name)] == name)


def verdicts_for(spec: str) -> VerdictCache:
    """Return the verdict cache for judging a subject; raises UnavailableEngineError if an oracle cannot run here."""
    return VerdictCache(engines.panel_of(panel_names(spec)))
