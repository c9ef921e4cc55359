"""The events of a run: listeners receive `Started`, then the other events in any order, and the result last.

If a run cannot be started, listeners receive only its result.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from crosscover.result import CheckedProperty, CheckResult, Failure, Status


@dataclass(frozen=True, slots=True)
class Started:
    """The setup and all property names are known; `result` describes a run that was cut short."""

    result: CheckResult


@dataclass(frozen=True, slots=True)
class Progress:
    """The current property, the number of judged puzzles, and the number of failed properties by status.

    `left` is the time left in seconds, infinite without a time limit.
    """

    name: str
    judged: int
    failed: Counter[Status]
    left: float


@dataclass(frozen=True, slots=True)
class Failing:
    """A property failed: its result so far, and the failing puzzle as a line before it is shrunk, empty if unknown."""

    prop: CheckedProperty
    puzzle: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A property that the run will not judge again, with its failures from causes that no earlier event contains."""

    prop: CheckedProperty
    failures: Sequence[Failure]


Event = Started | Progress | Failing | Judged | CheckResult

Listener = Callable[[Event], None]
"""Receives the events of a run.

It may raise OSError, which prevents the run from starting, or ends it.
"""


def send(event: Event, listeners: Iterable[Listener]) -> OSError | None:
    """Send an event to all listeners, and return the first error of a report that cannot be written."""
    first: OSError | None = None
    for listener in listeners:
        try:
            listener(event)
        except OSError as error:
            first = first or error
    return first
