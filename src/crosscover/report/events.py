"""The events of a run, in the order in which listeners receive them: `Started`, `Progress` ..., and the result.

A run that could not be started has its result alone.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crosscover.result import CheckResult, Status

from .files import STDOUT, is_special, write_output


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


class DocumentWriter:
    """Writes a document of a whole run, such as a page or JSON, to a file, or to the standard output for the name `-`.

    Raises OSError if the file is not writable.
    """

    def __init__(self, name: str, render: Callable[[CheckResult], str]) -> None:
        self._name = name
        self._render = render

    def __call__(self, event: Event, /) -> None:
        """Write an interrupted run at the start, so that an older file is never mistaken for it; then the result."""
        match event:
            case Started(result):
                if self._name != STDOUT and not is_special(Path(self._name)):
                    write_output(self._name, self._render(result))
            case CheckResult():
                write_output(self._name, self._render(event))
            case _:
                pass
