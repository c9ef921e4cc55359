"""The session of a subject: what its properties share (pace, verdicts, results)."""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, field
from typing import TypeVar

from crosscover import engines
from crosscover.oracles.panel import family_of
from crosscover.responses import Failed, Fault
from crosscover.result import CheckedProperty, Speed
from crosscover.subjects.subject import Subject

from .batch_runs import BatchRuns
from .budget import Budget, Clock, Deadline
from .judging import CoverBatch, SavedBatches, ShrinkKey, facets_of
from .levels import LevelPace
from .limits import DEFAULT_SECONDS, OVERTIME, RETRY_SHARE
from .observations import Sample
from .own_puzzles import OwnPuzzles
from .property import Features, Property
from .property_result import PropertyResult
from .timeouts import Timeouts
from .verdicts import VerdictCache

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(eq=False)
class SubjectSession:
    """A subject, and everything known about it so far.

    The panel behind `verdicts` must not contain the subject. `saved` lists the inputs of earlier failures;
    `own_puzzles` are the user's puzzles. Everything ends at `deadline`. `known_causes` holds the causes of failures
    already shrunk, `sample` the observations that `circumstances` compares, `covers` the covering list of each property
    by name. At most `jobs` runs of the subject take place in parallel, or one for an engine, which runs in this
    process. `seed` is the seed of the run.
    """

    subject: Subject
    verdicts: VerdictCache
    _: KW_ONLY
    saved: SavedBatches = ()
    own_puzzles: OwnPuzzles | None = None
    clock: Clock = time.monotonic
    seed: int = 0
    jobs: int = 1
    speed: Speed | None = None
    known_causes: set[ShrinkKey] = field(default_factory=set[ShrinkKey])
    sample: Sample = field(default_factory=Sample)
    results: dict[str, PropertyResult] = field(default_factory=dict[str, PropertyResult])
    covers: dict[str, Sequence[CoverBatch]] = field(default_factory=dict[str, Sequence[CoverBatch]])

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.clock)
        self.runs = BatchRuns(self.subject, self.verdicts, self.clock, seed=self.seed)
        self.timeouts = Timeouts(self.runs)
        self.level_pace = LevelPace(self.runs.pace)
        self.waiting = list(self.saved)  # inputs that are not judged yet
        if self.subject.engine is not None:
            self.jobs = 1

    def features(self, budget: Budget = Budget()) -> Features:
        """Return the features of a run with a budget."""
        subject, has_own_puzzles = self.subject, self.own_puzzles is not None
        return Features(subject.kind, subject.options, bool(self.saved), has_own_puzzles, bool(budget.max_slowdown))

    def begin(self, seconds: float) -> None:
        """Start a run of `seconds`, plus at most `OVERTIME`."""
        self.deadline = Deadline(self.clock).within(seconds + OVERTIME)
        self.timeouts.begin(self.deadline, RETRY_SHARE * (seconds if seconds < math.inf else DEFAULT_SECONDS))

    @property
    def parallel_runs(self) -> int:
        """Number of runs of the subject at a time: `jobs`, or 1 if it fails when runs overlap."""
        return 1 if self.runs.overlap_fails else self.jobs

    def result_of(self, prop: Property) -> PropertyResult:
        """Return the result of a property over all rounds so far."""
        if prop.name not in self.results:
            self.covers[prop.name] = prop.cover(self.subject.options)
            facets = facets_of(self.covers[prop.name])
            self.results[prop.name] = PropertyResult(
                CheckedProperty(prop.name, prop.statement, facets=len(facets)),
                not_covered=facets,
                is_given=prop.is_given,
                is_random_proper=prop.is_random_proper,
            )
        return self.results[prop.name]

    def at_once(
        self, run: Callable[[Item], Answer], items: Sequence[Item], meanwhile: Callable[[], object] | None = None
    ) -> list[Answer]:
        """Call a function that runs the subject for each item, in up to `jobs` threads, and `meanwhile` in this thread.

        An engine runs in this thread, before `meanwhile`.
        """
        if self.subject.engine is not None or (len(items) < 2 and meanwhile is None):
            answers = list(map(run, items))
            if meanwhile is not None:
                meanwhile()
            return answers
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                running = pool.map(run, items)
                if meanwhile is not None:
                    meanwhile()
                return list(running)
            except BaseException as error:
                pool.shutdown(wait=False, cancel_futures=True)
                if not isinstance(error, Exception):
                    self.subject.close()  # the `with` block waits for the runs
                raise

    def smoke(self) -> str | None:
        """Run the subject on an easy puzzle; return the reason if the subject cannot start, else None."""
        [response] = self.runs.run_easy_puzzle().responses
        return response.reason if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED else None

    def close(self) -> None:
        """End all processes of the subject."""
        self.subject.close()


def panel_names(spec: str) -> tuple[str, ...]:
    """Return the oracles that judge a subject: one per family of the default panel, except the subject's own kind.

    A second CP-SAT engine would take half of the time for a verdict; only `crosscover audit` uses both.

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
