"""One subject under test, with everything that is kept from property to property: pace, verdicts, results, causes."""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, field
from typing import TypeVar

from crosscover import engines
from crosscover.options import Options
from crosscover.oracles.panel import family_of
from crosscover.responses import Failed, Fault
from crosscover.result import Speed
from crosscover.subjects.subject import Subject

from .applies import Property
from .budget import Clock, Deadline
from .judging import CoverBatch, SavedBatches, ShrinkKey, facets_of
from .limits import END_SECONDS, OVERTIME, TIMEOUT_SECONDS, TIMEOUT_SHARE
from .own_puzzles import OwnPuzzles
from .pace import Levels
from .performance import Workload, measure
from .property_result import PropertyResult
from .timeouts import Timeouts
from .verdicts import VerdictCache

Item = TypeVar("Item")
Answer = TypeVar("Answer")

Covers = Callable[[str, Options], Sequence[CoverBatch]]
"""Returns the covering list of a property for a subject with these options."""


@dataclass(eq=False)
class SubjectSession:
    """A subject, and what is known about it so far.

    The panel behind `verdicts` must not contain the subject. `saved` are batches on which the subject failed before,
    `own_puzzles` puzzles of the user, `covers` the covering lists. Nothing goes on after `deadline`. `known_causes` are
    those of failures that were shrunk. At most `jobs` runs of the subject take place at once, one of an engine, which
    runs in this process. `seed` is that of the run.
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
        if self.subject.engine is not None:
            self.jobs = 1

    def begin(self, seconds: float) -> None:
        """Begin a run of these seconds, which ends at most `OVERTIME` later; timeouts take a quarter of it."""
        self.deadline = Deadline(self.clock).within(seconds + OVERTIME)
        self.timeouts.begin(self.deadline, TIMEOUT_SHARE * seconds if seconds < math.inf else TIMEOUT_SECONDS)

    def result_of(self, judged: Property) -> PropertyResult:
        """The result of a property over all rounds so far."""
        if judged.name not in self.results:
            facets = facets_of(self.cover_of(judged.name))
            result = PropertyResult(judged.name, judged.statement, facets=len(facets), not_asked=facets)
            self.results[judged.name] = result
        return self.results[judged.name]

    def cover_of(self, name: str) -> Sequence[CoverBatch]:
        """The covering list of a property."""
        return self.covers(name, self.subject.options)

    def at_once(self, run: Callable[[Item], Answer], items: Sequence[Item]) -> list[Answer]:
        """Call a function that runs the subject for each item, `jobs` at once, each in a thread."""
        if len(items) < 2:
            return list(map(run, items))
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                return list(pool.map(run, items))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.subject.close()  # the end of the block waits for runs
                raise

    def smoke(self) -> str | None:
        """Run the subject on an easy puzzle; return None if it can be started, else why not."""
        [response] = self.timeouts.ask_easy_puzzle().responses
        return response.reason if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED else None

    def measure_performance(self, workload: Workload, seconds: float = END_SECONDS) -> Speed:
        """Measure the subject's speed, at the first call only; an internal error loses no report of the run."""
        if self.performance is None:
            try:
                self.performance = measure(self.subject, workload, min(seconds, self.deadline.left / 2))
            except Exception as error:
                self.performance = Speed(unmeasured=(f"anything: {type(error).__name__}: {error}",))
        return self.performance

    def close(self) -> None:
        """End all processes of the subject."""
        self.subject.close()


def panel_names(spec: str) -> tuple[str, ...]:
    """The oracles that judge a subject: one of each family of the default panel, without the subject's own kind.

    A second CP-SAT engine would take half of the time of a verdict; `crosscover audit` asks them all.

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
    """The verdicts of the oracles that judge a subject; raises UnavailableEngineError for one that cannot run here."""
    return VerdictCache(engines.panel_of(panel_names(spec)))
