"""The events of a run, in the order in which listeners receive them: `Started`, `Progress` ..., and the result.

If a run cannot be started, listeners receive only its result.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crosscover.result import CheckResult, Status


@dataclass(frozen=True, slots=True)
class Started:
    """The setup and all property names are known; `result` describes a run that was cut short."""

    result: CheckResult


@dataclass(frozen=True, slots=True)
class Progress:
    """The current property, the number of judged puzzles, and the number of failed properties by status."""

    name: str
    judged: int
    failed: Counter[Status]


Event = Started | Progress | CheckResult

Listener = Callable[[Event], None]
"""Receives the events of a run.

It may raise OSError, which prevents the run from starting, or ends it.
"""
