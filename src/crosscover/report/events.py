"""The events of a run, in the order in which listeners receive them, and a listener that writes one document.

    RunStarted, for each property (PropertyStarted, Progress ..., PropertyFinished), RunFinished
    RunFinished                                                     if the solver could not be started

A run starts a property once for each of its rounds, and finishes it once, with its last round or at the end.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import DERIVED
from crosscover.harness.performance import Performance
from crosscover.harness.result import PropertyResult, rarer_than
from crosscover.harness.verdicts import VerdictTally
from crosscover.options import Options, option_words
from crosscover.system import describe_machine

from .files import STDOUT, is_special, write_output
from .words import pluralize


@dataclass(frozen=True, slots=True)
class Header:
    """What a run judges, and how to repeat it; `command` is its command line.

    `time_limit` is that of all properties together, in seconds, or None. `selected` says that the user chose some of
    the properties that apply. `started` is the time in UTC (ISO 8601), `machine` has facts by name.
    """

    subject: str
    options: Options
    seed: int
    panel: tuple[str, ...]
    versions: Mapping[str, str]
    command: tuple[str, ...]
    time_limit: float | None = None
    hash_seed: int | None = None
    selected: bool = False
    started: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    machine: Mapping[str, str] = field(default_factory=describe_machine)

    @property
    def solver(self) -> str:
        """The subject; if its form was found, as the explicit words that skip the search."""
        if not self.options.is_found:
            return self.subject
        given = option_words(self.options.given())
        words = [part for word in given for part in (word.split("=", 1) if "=-" not in word else [word])]
        return f"{shlex.join([self.subject, *words])}  (found; give these options to skip the search)"


@dataclass(frozen=True, slots=True)
class Footer:
    """The end of a run; `complete` is False if it was cut short, `exit_code` is that of the command.

    `notes` are problems beside the outcomes, such as an expected failure that passes; `remarks` are informational.
    `rounds` is the number of rounds in which all failures were found; without failures, that each property has begun.
    `time_is_up` says that only time ended the run.
    There is a `performance` if that of a correct subject was measured. `verdicts` counts those of all lanes.
    """

    outcomes: tuple[PropertyResult, ...]
    seconds: float
    exit_code: ExitCode
    complete: bool
    notes: tuple[str, ...] = ()
    rounds: int = 1
    remarks: tuple[str, ...] = ()
    time_is_up: bool = False
    performance: Performance | None = None
    verdicts: VerdictTally = VerdictTally()

    @property
    def notable(self) -> tuple[str, ...]:
        """A sentence for each weakness in performance."""
        return () if self.performance is None else tuple(self.performance.notable())

    @property
    def judged(self) -> int:
        """The number of puzzles judged."""
        return sum(outcome.judged for outcome in self.outcomes if outcome.unit == "puzzles")

    @property
    def certified(self) -> str:
        """How many verdicts are certified: `14,210 of 14,210 verdicts certified`."""
        return f"{self.verdicts.certified:,} of {pluralize(self.verdicts.decided, 'verdicts')} certified"

    @property
    def derived(self) -> int:
        """The number of puzzles that were derived from certified ones, without the panel."""
        labels = [label for outcome in self.outcomes for label in outcome.labels.items()]
        return sum(number for name, number in labels if name.startswith(DERIVED))

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

    outcome: PropertyResult


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The last event, and the only one of a run that could not be started."""

    header: Header
    footer: Footer


Event = RunStarted | PropertyStarted | Progress | PropertyFinished | RunFinished


Listener = Callable[[Event], None]
"""Receives the events of a run.

It may raise OSError, which keeps the run from starting, or ends it.
"""


class DocumentWriter:
    """Writes a document of a whole run, such as a page or JSON, to a file, or to the standard output for the name `-`.

    Raises OSError if the file is not writable.
    """

    def __init__(self, name: str, render: Callable[[Header, Footer], str]) -> None:
        self._name = name
        self._render = render

    def __call__(self, event: Event, /) -> None:
        """Write an interrupted run at the start, so that an older file is never mistaken for it; then the result."""
        match event:
            case RunStarted(header):
                cut_short = Footer((), 0, ExitCode.INTERRUPTED, complete=False)
                if self._name != STDOUT and not is_special(Path(self._name)):
                    write_output(self._name, self._render(header, cut_short))
            case RunFinished(header, footer):
                write_output(self._name, self._render(header, footer))
            case _:
                pass
