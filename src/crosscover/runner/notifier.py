"""Sends the events of a run to its reports, of which any may fail to be written."""

from collections.abc import Iterable
from threading import RLock

from crosscover.harness.outcome import Outcome
from crosscover.report.events import Event, Listener, PropertyFinished, RunFinished, RunStarted


class Notifier:
    """Sends events to listeners, until one of them raises OSError, which is then in `error`."""

    def __init__(self, listeners: Iterable[Listener]) -> None:
        self.error: OSError | None = None
        self._listeners = tuple(listeners)
        self._announced: set[str] = set()
        self._lock = RLock()

    def begin(self, event: RunStarted) -> None:
        """Announce the run; raises OSError if a report cannot be written."""
        for listener in self._listeners:
            listener(event)

    def send(self, event: Event) -> None:
        """Send an event. Raises nothing, or pytest would report a failure of the property."""
        with self._lock:
            for listener in self._listeners if self.error is None else ():
                self._send(listener, event)

    def announce(self, outcome: Outcome) -> None:
        """Send the outcome of a property, once."""
        if outcome.name not in self._announced:
            self._announced.add(outcome.name)
            self.send(PropertyFinished(outcome))

    def end(self, event: RunFinished) -> None:
        """Announce the end to every listener, even after an error."""
        for listener in self._listeners:
            self._send(listener, event)

    def _send(self, listener: Listener, event: Event) -> None:
        try:
            listener(event)
        except OSError as error:
            self.error = self.error or error
