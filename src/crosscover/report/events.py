"""The events of a run, in the order in which every listener is told of them.

One `RunStarted`; for each property `PropertyStarted`, `Progress` now and then, `PropertyFinished`; one
`PerformanceMeasured` where it was; one `RunFinished`.
A run of several rounds starts a property once a round and finishes it once, at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from crosscover.exit_code import ExitCode
from crosscover.harness.outcome import Outcome
from crosscover.harness.performance import Performance
from crosscover.options import Options


@dataclass(frozen=True, slots=True)
class Header:
    """What is judged, by whom, and how to repeat it. `command` is the command line of the run.

    `time_limit` is what the properties may take altogether, in seconds; None where there is no limit. `all_certified`
    says that every verdict is to be certified, not only those of failures.
    """

    subject: str
    options: Options
    seed: int
    panel: tuple[str, ...]
    versions: Mapping[str, str]
    command: tuple[str, ...]
    time_limit: float | None = None
    all_certified: bool = False


@dataclass(frozen=True, slots=True)
class Footer:
    """The end of a run; `complete` is False where it was cut short, and `exit_code` what the command returns.

    `notes` say what else people must know, such as a failure that was expected and did not come. `rounds` is how often
    each property had its turn, the last time perhaps in part. `remarks` are for people, too, and hold nothing against
    anybody.
    """

    outcomes: tuple[Outcome, ...]
    seconds: float
    exit_code: ExitCode
    complete: bool
    notes: tuple[str, ...] = ()
    rounds: int = 1
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The names of the properties to come are known."""

    header: Header
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PropertyStarted:
    """A property is judged now."""

    name: str


@dataclass(frozen=True, slots=True)
class Progress:
    """A property has judged so many puzzles so far."""

    name: str
    judged: int


@dataclass(frozen=True, slots=True)
class PropertyFinished:
    """A property came out, for good."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class PerformanceMeasured:
    """What right answers cost the subject is known."""

    performance: Performance


@dataclass(frozen=True, slots=True)
class RunFinished:
    """Nothing more comes."""

    footer: Footer


Event = RunStarted | PropertyStarted | Progress | PropertyFinished | PerformanceMeasured | RunFinished


class Listener(Protocol):
    """Is told of a run, and changes nothing.

    It may raise OSError: from `RunStarted` it keeps the run from starting, later on it ends the run.
    """

    def __call__(self, event: Event, /) -> None:
        """Take note of an event."""
        ...
