"""One subject under test, with everything that is kept from property to property.

SubjectSession ──► Harness ──► PropertyRun
speed, verdicts,    what one    its counts, and
causes, ...        property    the time it has
receives
"""

import math
import time
from collections import defaultdict

from crosscover import engines
from crosscover.options import Options
from crosscover.oracles.panel import family_of
from crosscover.responses import Failed, Fault
from crosscover.subjects.specification import subject as open_subject
from crosscover.subjects.subject import Subject

from .block_sizes import BlockSizes
from .deadline import Clock, Deadline
from .judging import ShrinkKey
from .measuring import measure
from .own_puzzles import OwnPuzzles
from .pacing import RetryPolicy
from .performance import Performance, Workload
from .property_run import SavedBatches
from .verdicts import VerdictCache

GRACE_SECONDS = 12.0
"""Seconds after the time of a run for the last batch, shrinking and certificates."""

TIMEOUT_SHARE = 0.25
"""The largest part of the time of a run for timeouts."""

TIMEOUT_SECONDS = 15.0
"""Time for timeouts in seconds, in a run without a time limit."""


class SubjectSession:
    """A subject and what is known about it so far.

    The panel behind `verdicts` must not contain the subject. `saved` are batches on which the subject failed before,
    `own_puzzles` puzzles of the user. Nothing goes on after `deadline`. `asked` has the hashes of the puzzles that each
    property has asked, and `known_causes` the causes of failures that were shrunk. `seed` is that of the run.
    """

    def __init__(
        self,
        subject: Subject,
        verdicts: VerdictCache,
        *,
        saved: SavedBatches = (),
        own_puzzles: OwnPuzzles | None = None,
        clock: Clock = time.monotonic,
        seed: int = 0,
    ) -> None:
        self.seed = seed
        self.subject = subject
        self.verdicts = verdicts
        self.saved = saved
        self.own_puzzles = own_puzzles
        self.clock = clock
        self.retries = RetryPolicy(subject, verdicts, clock, seed=seed)
        self.block_sizes = BlockSizes(subject.options, self.retries)
        self.performance: Performance | None = None
        self.deadline = Deadline(clock)
        self.asked: defaultdict[str, set[int]] = defaultdict(set)
        self.known_causes = set[ShrinkKey]()

    def start(self, seconds: float) -> None:
        """Start a run of these seconds, which ends at most `GRACE_SECONDS` later; timeouts take a quarter of it."""
        self.deadline = Deadline(self.clock).within(seconds + GRACE_SECONDS)
        self.retries.start(self.deadline, TIMEOUT_SHARE * seconds if seconds < math.inf else TIMEOUT_SECONDS)

    def smoke(self) -> str | None:
        """Run the subject on an easy puzzle; return None if it can be started, else why not."""
        [response] = self.retries.learn_speed().responses
        return response.reason if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED else None

    def measure_performance(self, workload: Workload, seconds: float) -> Performance:
        """Measure the subject's speed, at the first call only.

        An error of the measurement is reported as what could not be measured; it changes no verdict.
        """
        if self.performance is None:
            subject = self.subject
            try:
                self.performance = measure(subject, workload, seconds=min(seconds, self.deadline.left / 2))
            except Exception as error:
                self.performance = Performance(0.0, unmeasured=(f"anything: {type(error).__name__}: {error}",))
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


def open_session(
    spec: str,
    options: Options,
    *,
    saved: SavedBatches = (),
    own_puzzles: OwnPuzzles | None = None,
    seed: int = 0,
) -> SubjectSession:
    """Open a session for a subject, judged by the default panel; to be closed.

    Raises UsageError for an unknown specification, UnavailableEngineError for an engine that cannot run here.
    """
    judged = open_subject(spec, options)
    panel = engines.panel_of(panel_names(spec))
    verdicts = VerdictCache(panel)
    return SubjectSession(judged, verdicts, saved=saved, own_puzzles=own_puzzles, seed=seed)
