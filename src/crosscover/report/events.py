"""The events of a run, in the order in which listeners receive them, and a listener that writes one document.

    RunStarted, for each property (PropertyStarted, Progress ..., PropertyFinished), [PerformanceMeasured], RunFinished
    NotStarted                                                      if the solver could not be started

A run starts a property once for each of its rounds, and finishes it once, with its last round or at the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from crosscover.exit_code import ExitCode
from crosscover.harness.outcome import Outcome, rarer_than
from crosscover.harness.performance import Performance
from crosscover.options import Options
from crosscover.subjects.source_coverage import FileCoverage
from crosscover.system import describe_machine

from .files import atomic_write, write_partial


@dataclass(frozen=True, slots=True)
class Header:
    """What a run judges, and how to repeat it; `command` is its command line.

    `time_limit` is that of all properties together, in seconds, or None. `all_certified` says that every verdict is
    certified, not only those of failures. `selected` says that the user chose some of the properties that apply.
    `started` is the time in UTC (ISO 8601), `machine` has facts by name.
    """

    subject: str
    options: Options
    seed: int
    panel: tuple[str, ...]
    versions: Mapping[str, str]
    command: tuple[str, ...]
    time_limit: float | None = None
    all_certified: bool = False
    selected: bool = False
    started: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    machine: Mapping[str, str] = field(default_factory=describe_machine)


@dataclass(frozen=True, slots=True)
class Footer:
    """The end of a run; `complete` is False if it was cut short, `exit_code` is that of the command.

    `notes` are problems beside the outcomes, such as an expected failure that passes; `remarks` are informational.
    `rounds` is the number of rounds in which all failures were found; without failures, that each property has begun.
    `coverage` has the files of a function, None if it was not measured. `time_is_up` says that only time ended the run.
    `notable` has a sentence for each weakness in performance.
    """

    outcomes: tuple[Outcome, ...]
    seconds: float
    exit_code: ExitCode
    complete: bool
    notes: tuple[str, ...] = ()
    rounds: int = 1
    remarks: tuple[str, ...] = ()
    coverage: tuple[FileCoverage, ...] | None = None
    time_is_up: bool = False
    notable: tuple[str, ...] = ()

    @property
    def judged(self) -> int:
        """The number of puzzles judged."""
        return sum(outcome.judged for outcome in self.outcomes if outcome.unit == "puzzles")

    @property
    def rarer_than(self) -> int | None:
        """N if errors in puzzles of these kinds are rarer than 1 in N; None after a failure, or if nothing is known."""
        if any(outcome.has_failed for outcome in self.outcomes):
            return None
        return rarer_than(sum(outcome.distinct for outcome in self.outcomes if outcome.is_sample))


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The names of all properties are known."""

    header: Header
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The solver could not be started; no other event comes."""

    header: Header
    reason: str

    @property
    def footer(self) -> Footer:
        """The end of a run without properties."""
        return Footer((), 0.0, ExitCode.NOT_STARTED, complete=False, remarks=(self.reason,))


@dataclass(frozen=True, slots=True)
class PropertyStarted:
    """A property starts."""

    name: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of puzzles that a property has judged so far."""

    name: str
    judged: int


@dataclass(frozen=True, slots=True)
class PropertyFinished:
    """The final outcome of a property."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class PerformanceMeasured:
    """The performance of a subject without failures."""

    performance: Performance


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The last event."""

    footer: Footer


Event = RunStarted | NotStarted | PropertyStarted | Progress | PropertyFinished | PerformanceMeasured | RunFinished


Listener = Callable[[Event], None]
"""Receives the events of a run.

It may raise OSError: from `RunStarted` and `NotStarted` that keeps the run from starting, later it ends the run.
"""


class DocumentWriter:
    """Writes a document, such as a page or XML, of a whole run to a file; raises OSError if it is not writable."""

    def __init__(self, path: Path, render: Callable[[Header, Footer, Performance | None], str]) -> None:
        self._path = path
        self._render = render
        self._header: Header | None = None
        self._performance: Performance | None = None

    def __call__(self, event: Event, /) -> None:
        """Write an interrupted run at the start, so that an older file is never mistaken for it; then the result."""
        match event:
            case RunStarted(header):
                self._header = header
                cut_short = Footer((), 0, ExitCode.INTERRUPTED, complete=False)
                write_partial(self._path, self._render(header, cut_short, None))
            case NotStarted(header):
                atomic_write(self._path, self._render(header, event.footer, None))
            case PerformanceMeasured(performance):
                self._performance = performance
            case RunFinished(footer) if self._header is not None:
                atomic_write(self._path, self._render(self._header, footer, self._performance))
            case _:
                pass
