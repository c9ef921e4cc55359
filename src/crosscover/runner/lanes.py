"""Lanes: processes that judge properties at the same time, each with a solver of its own.

    run ─┬─ lane 0   pytest, in this process ── the solver
         ├─ lane 1   a thread ── pipe ── a process with a LaneJudge ── another process of the solver
         └─ …

A thread takes the tasks of its lane from the run, and returns their results to it. The puzzles of a task depend on the
seed, the property and its round alone, so it makes no difference which lane judges it. Each lane has its own session:
it measures the speed of the solver beside the other lanes, and decides the verdicts of its puzzles.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from threading import Thread

from crosscover.harness.applies import Property
from crosscover.harness.covering import CoverBatch
from crosscover.harness.harness import Harness, TaskResult
from crosscover.harness.judging import Counterexample, ShrinkKey
from crosscover.harness.property_run import SavedBatches
from crosscover.harness.schedule import Budget, PropertyTask
from crosscover.harness.session import SubjectSession, open_session
from crosscover.options import Options
from crosscover.reference import Grid, Verdict
from crosscover.subjects.source_coverage import SourceCoverage
from crosscover.subjects.subject import Subject
from crosscover.workers import Died, Raised, Workers

Tests = Mapping[str, tuple[Property, Callable[[Harness], None]]]
"""Properties and their tests, by name."""


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Start the solver; the run ends after these seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class JudgeOrder:
    """Judge a task; `asked` has the hashes of the puzzles that the property has asked, `causes` are known ones."""

    task: PropertyTask
    cover: Sequence[CoverBatch]
    repeated: SavedBatches
    asked: set[int]
    causes: set[ShrinkKey]


@dataclass(frozen=True, slots=True)
class ReproduceOrder:
    """Run a counterexample once more."""

    found: Counterexample


@dataclass(frozen=True, slots=True)
class ReportOrder:
    """Report what is known at the end."""


Order = StartOrder | JudgeOrder | ReproduceOrder | ReportOrder


@dataclass(frozen=True, slots=True)
class LaneAnswer:
    """The answer to an order: the results of a task and of its certification, or what the order asks for."""

    results: Mapping[str, TaskResult]
    asked: set[int]
    causes: set[ShrinkKey]
    fails_again: bool = False
    decided: Mapping[Grid, Verdict] | None = None
    coverage: SourceCoverage | None = None


class LaneJudge:
    """The process of a lane: judges tasks with a session of its own, which the first order opens.

    `inherited` is the solver of the run if this process is a fork: it is closed here, or it would outlive the run.
    """

    def __init__(self, subject: Subject, tests: Tests, *, certifies: str) -> None:
        """`certifies` names the property that certifies the verdicts, empty for none."""
        self._spec, self._options = subject.name, subject.options
        self._measures_coverage = subject.coverage is not None
        self._tests = tests
        self._certifies = certifies
        self._inherited = subject if sys.platform == "linux" else None
        self._session: SubjectSession | None = None

    def __call__(self, order: Order) -> LaneAnswer:
        """Carry out an order."""
