"""The events of a run, in the order in which listeners receive them: `Started`, `Progress` ..., and the result.

A run that could not be started has its result alone.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crosscover.result import CheckResult, Status


@dataclass(frozen=True, slots=True)
class Started:
    """The setup and the names of all properties are known; as a result it is one that was cut short."""

    result: CheckResult


@dataclass(frozen=True, slots=True)
class Progress:
    """The property that is judged, the puzzles that it has judged so far, and the failed properties by status."""

    name: str
    judged: int
    failed: Counter[Status]


Event = Started | Progress | CheckResult

Listener = Callable[[Event], None]
"""Receives the events of a run.

It may raise OSError, which keeps the run from starting, or ends it.
"""
