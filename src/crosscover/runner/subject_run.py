"""One subject, judged property by property: each outcome is saved, marked where it was expected, and told.

Every way to start a run goes through here: `crosscover check`, `replay`, plain pytest, `properties_of`, the selftest.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.harness.factory import make_harness
from crosscover.harness.harness import Harness
from crosscover.harness.outcome import Outcome, Property, Status, outcome_of
from crosscover.report.events import (
    Event,
    Footer,
    Header,
    Listener,
    Progress,
    PropertyFinished,
    PropertyStarted,
    RunFinished,
    RunStarted,
)

from .expected import ExpectedFailures, read_expected
from .saved import load, save
from .settings import RunSettings

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""The packages whose versions a report names."""


class SubjectRun:
    """A run of properties against one subject.

    `listeners` are told of it, and change nothing. `store` is where failing inputs are saved; None where they are not.
    With `in_rounds` a property may be run again, with another seed, and what passed is told at the end.
    """

    def __init__(
        self,
        harness: Harness,
        listeners: Sequence[Listener] = (),
        *,
        expected: ExpectedFailures = ExpectedFailures(),
        store: Path | None = None,
        in_rounds: bool = False,
        command: tuple[str, ...] = (),
    ) -> None:
        self.harness = harness
        self.expected = expected
        self.header = header_of(harness, command)
        self._listeners = listeners
        self._store = store
        self._in_rounds = in_rounds
        self._properties: dict[str, Property] = {}
        self._told: set[str] = set()
        self.outcomes: dict[str, Outcome] = {}

    def begin(self, properties: Sequence[Property], *, selected: bool) -> None:
        """Tell what comes; `selected` says that somebody chose some of the properties that apply.

        Raises ExpectedFailuresError for an expected failure that names no property, OSError where a report cannot be
        written.
        """
        self._properties = {judged.name: judged for judged in properties}
        if not selected:
            self.expected.check((*self._properties, "saved_failures"), self.header.subject)
        self.tell(RunStarted(self.header, tuple(self._properties)))

    def start(self, name: str) -> None:
        """A property is judged now."""
        self.tell(PropertyStarted(name))
        self.harness.start_property(name, lambda judged: self.tell(Progress(name, judged)))

    def finish(self, judged: Property, seconds: float, error: BaseException | None) -> Outcome:
        """What became of a property, once it is saved and marked; over all rounds so far in `outcomes`."""
        certified = self.harness.verdicts.certify
        outcome = outcome_of(judged, self.harness.record, seconds, error, certified=certified)
        if self._store is not None:
            outcome = save(outcome, self.header, self._store)
        return self.add(self.expected.marked(outcome, self.header.subject))

    def add(self, outcome: Outcome) -> Outcome:
        """Take an outcome, and tell it unless the property may be run again."""
        earlier = self.outcomes.get(outcome.name)
        total = outcome if earlier is None else outcome.after(earlier)
        self.outcomes[outcome.name] = total
        if not self._in_rounds or total.status is not Status.PASSED:
            self._tell_outcome(total)
        return total

    def tell_rest(self) -> tuple[Outcome, ...]:
        """Tell what was not told yet; every outcome in order, with those that were not run."""
        for name, judged in self._properties.items():
            self.outcomes.setdefault(name, Outcome(name, judged.statement, Status.NOT_RUN))
            self._tell_outcome(self.outcomes[name])
        return tuple(self.outcomes[name] for name in self._properties)

    def stale(self, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        """A note for each failure that was expected and did not come."""
        return self.expected.stale(outcomes, self.header.subject)

    def end(self, footer: Footer) -> list[OSError]:
        """Tell the end; what could not be told."""
        errors: list[OSError] = []
        for listener in self._listeners:
            try:
                listener(RunFinished(footer))
            except OSError as error:
                errors.append(error)
        return errors

    def tell(self, event: Event) -> None:
        """Tell every listener."""
        for listener in self._listeners:
            listener(event)

    def close(self) -> None:
        """End whatever the subject has started."""
        self.harness.subject.close()

    def _tell_outcome(self, outcome: Outcome) -> None:
        if outcome.name not in self._told:
            self._told.add(outcome.name)
            self.tell(PropertyFinished(outcome))
