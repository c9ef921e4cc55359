"""A run: the properties of one subject, judged in rounds.

    SubjectRun ──► SubjectSession   the subject, and what is kept from property to property
        ├────────► Schedule         rounds, their budgets, and the time of each property
        ├────────► OutcomeTable     the outcomes over all rounds
        └────────► Notifier         the listeners (reports), and the first error of one

Every entry point makes a run: `crosscover check`, `replay` and `compare`, plain pytest, `properties_of`, the selftest.
"""

import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.exit_code import ExitCode, combine
from crosscover.harness.applies import Conditions, Property
from crosscover.harness.covering import CoverBatch, facets_of
from crosscover.harness.harness import Harness
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Status, exit_code_of
from crosscover.harness.own_puzzles import PROPERTY, read_own_puzzles
from crosscover.harness.property_run import SavedBatches
from crosscover.harness.schedule import Schedule
from crosscover.harness.session import SubjectSession, open_session
from crosscover.harness.verdicts import RefutedVerdictError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.properties.covering import covering_list
from crosscover.properties.covering.limits import LIMITS_IN_SOURCE, batches_around
from crosscover.properties.workload import workload
from crosscover.reference import Shape
from crosscover.report.events import (
    Event,
    Footer,
    Header,
    Listener,
    PerformanceMeasured,
    Progress,
    PropertyFinished,
    PropertyStarted,
    RunFinished,
    RunStarted,
)
from crosscover.report.files import refuse_shared_files, refuse_unwritable
from crosscover.report.writers import output_files
from crosscover.subjects.source_numbers import limits_of
from crosscover.subjects.specification import files_of, kind_of

from .expected import ExpectedFailures, read_expected
from .order import weight
from .save_suite import save_suite
from .saved import load, save
from .settings import RunSettings

RESERVED_SECONDS = 3.0
"""Part of the time of a run for starting, collecting the properties, and the last batch, in seconds."""

CERTIFICATION = "verdicts_are_certified"
"""The property that certifies the verdicts of the others."""

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""The packages whose versions a report names."""


class Notifier:
    """Sends events to listeners, until one of them raises OSError, which is then in `error`."""

    def __init__(self, listeners: Iterable[Listener]) -> None:
        self.error: OSError | None = None
        self._listeners = tuple(listeners)
        self._announced: set[str] = set()

    def begin(self, event: RunStarted) -> None:
        """Announce the run; raises OSError if a report cannot be written."""
        for listener in self._listeners:
            listener(event)

    def send(self, event: Event) -> None:
        """Send an event. Raises nothing, or pytest would report a failure of the property."""
        for listener in self._listeners if self.error is None else ():
            self._send(listener, event)

    def announce(self, outcome: Outcome) -> None:
        """Send the outcome of a property, once."""
        if outcome.name not in self._announced:
            self._announced.add(outcome.name)
            self.send(PropertyFinished(outcome))

    def end(self, footer: Footer) -> None:
        """Announce the end to every listener, even after an error."""
        for listener in self._listeners:
            self._send(listener, RunFinished(footer))

    def _send(self, listener: Listener, event: Event) -> None:
        try:
            listener(event)
        except OSError as error:
            self.error = self.error or error


class OutcomeTable:
    """The outcomes of the properties of a run, over all rounds so far."""

    def __init__(self, properties: Iterable[Property] = ()) -> None:
        self._properties = {judged.name: judged for judged in properties}
        self._outcomes: dict[str, Outcome] = {}
        self._finished: set[str] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all properties, in their order."""
        return tuple(self._properties)

    @property
    def statuses(self) -> dict[str, Status]:
        """The statuses of the properties that were run."""
        return {name: outcome.status for name, outcome in self._outcomes.items()}

    def add(self, outcome: Outcome, *, is_finished: bool) -> Outcome:
        """Add the outcome of one round, and return that of all rounds so far."""
        if is_finished:
            self._finished.add(outcome.name)
        earlier = self._outcomes.get(outcome.name)
        self._outcomes[outcome.name] = outcome if earlier is None else outcome.after(earlier)
        return self._outcomes[outcome.name]

    def is_finished(self, name: str) -> bool:
        """Whether another round of a property would judge nothing new."""
        return name in self._finished

    def final(self, *, is_certified: bool) -> tuple[Outcome, ...]:
        """The outcomes of all properties; the certification was not run unless all verdicts are certified."""
        not_run = {name: Outcome(name, one.statement, Status.NOT_RUN) for name, one in self._properties.items()}
        outcomes = not_run | self._outcomes
        if not is_certified and CERTIFICATION in outcomes and outcomes[CERTIFICATION].status is Status.PASSED:
            outcomes[CERTIFICATION] = not_run[CERTIFICATION]
        return tuple(outcomes[name] for name in self._properties)


class SubjectRun:
    """A run of properties against the subject of a session.

    Failing inputs are saved in the folder `store`, and the judged puzzles of a complete run in the file `suite`; None
    for either saves nothing. `limits` are the numbers in the subject's source. With `measures_performance` the
    performance of a subject that passed is measured at the end. With `stops_at_failure` the first failure ends the run.
    """

    def __init__(
        self,
        session: SubjectSession,
        schedule: Schedule,
        listeners: Sequence[Listener] = (),
        *,
        expected: ExpectedFailures = ExpectedFailures(),
        store: Path | None = None,
        suite: Path | None = None,
        limits: tuple[int, ...] = (),
        seed: int | None = None,
        command: tuple[str, ...] = (),
        measures_performance: bool = False,
        stops_at_failure: bool = False,
    ) -> None:
        """`seed` and `command` are for reports; the seed is that of the first round by default."""
        self.session = session
        self.schedule = schedule
        self.expected = expected
        self.notifier = Notifier(listeners)
        self.header = Header(
            subject=session.subject.name,
            options=session.subject.options,
            seed=schedule.budget.seed if seed is None else seed,
            panel=session.verdicts.panel.names,
            versions={"crosscover": __version__, **{name: version(name) for name in REPORTED_PACKAGES}},
            command=command,
            time_limit=schedule.seconds if schedule.seconds < math.inf else None,
            all_certified=session.verdicts.certify,
        )
        self._store = store
        self._suite = suite
        self._measures_performance = measures_performance
        self._stops_at_failure = stops_at_failure
        self._table = OutcomeTable()
        self._covered = Counter[str]()
        self._limits = limits
        self._discoveries: dict[str, SavedBatches] = {}
        self._internal_error: BaseException | None = None
        self._started = time.monotonic()

    @property
    def conditions(self) -> Conditions:
        """The conditions that decide which properties apply."""
        session = self.session
        return Conditions(
            session.subject.kind,
            session.subject.options,
            has_saved=bool(session.saved),
            has_own_puzzles=session.own_puzzles is not None,
            has_limits=bool(self._cover(LIMITS_IN_SOURCE)),
            certifies=session.verdicts.certify,
            limits_performance=self.schedule.budget.performance.is_limited,
        )

    @property
    def error(self) -> BaseException | None:
        """What ended the run early: an internal error, or the OSError of a listener."""
        return self._internal_error or self.notifier.error

    def begin(self, properties: Sequence[Property], *, selected: bool) -> None:
        """Announce the properties and start the first round; `selected` means that the user chose some of them.

        Raises UsageError for an expected failure that names no property, OSError if a file cannot be
        written.
        """
        self._table = OutcomeTable(properties)
        if not selected:
            self.expected.check((*self._table.names, SAVED_FAILURES), self.header.subject)
        self._started = time.monotonic()
        self.session.start(self.schedule.seconds)
        if self._suite is not None:
            refuse_unwritable([self._suite])
        self.notifier.begin(RunStarted(self.header, self._table.names))
        self.schedule.start_round(map(weight, self._table.names))

    def start_next_round(self) -> bool:
        """Start another round of the properties that may find something new; return False if there is none."""
        names = [name for name in self._table.names if self.should_run(name)]
        return any(name != CERTIFICATION for name in names) and self.schedule.start_round(map(weight, names))

    def should_run(self, name: str) -> bool:
        """Whether a property is run in this round."""
        statuses = self._table.statuses
        if self.notifier.error is not None or statuses.get(name, Status.PASSED) is not Status.PASSED:
            return False
        if name == CERTIFICATION:
            return name not in statuses or self.session.verdicts.has_uncertified()
        found = set(statuses.values())
        stops = self._stops_at_failure and not found.isdisjoint((Status.WRONG, Status.TIMED_OUT))
        return not (self._table.is_finished(name) or self.schedule.is_over or stops)

    def start(self, name: str) -> Harness:
        """Start a property, and return its harness."""
        self.notifier.send(PropertyStarted(name))
        return Harness(
            self.session,
            name,
            self.schedule.budget,
            seconds=self.schedule.next_share(),
            cover=self._cover(name)[self._covered[name] :],
            repeated=self._discoveries.get(name, ()),
            progress=lambda judged: self.notifier.send(Progress(name, judged)),
        )

    def finish(self, judged: Property, harness: Harness, seconds: float, error: BaseException | None) -> Outcome:
        """Finish a property after these seconds, with the exception that ended it, None if it passed.

        Its failure is saved, and marked if it was expected. Returns the outcome over all rounds so far.
        """
        self.schedule.charge(seconds)
        self._covered[judged.name] += harness.covered
        self._discoveries[judged.name] = tuple(harness.discoveries)
        outcome = harness.outcome(judged, seconds, error)
        not_asked = facets_of(self._cover(judged.name)[self._covered[judged.name] :])
        outcome = replace(outcome, not_asked=not_asked)
        if self._store is not None:
            outcome = save(outcome, self.header, self._store)
        outcome = self._table.add(self.expected.marked(outcome, self.header.subject), is_finished=harness.is_finished)
        if self.schedule.is_single or outcome.status is not Status.PASSED:
            self.notifier.announce(outcome)
        return outcome

    def _cover(self, name: str) -> Sequence[CoverBatch]:
        """The covering list of a property."""
        options = self.session.subject.options
        return batches_around(self._limits, options) if name == LIMITS_IN_SOURCE else covering_list(name, options)

    def end(self, *, complete: bool, internal_error: BaseException | None = None) -> Footer:
        """Announce the remaining outcomes and the end; `complete` is False if the run was cut short.

        An internal error, also one in measuring performance, is reported as a fault.
        """
        outcomes = self._table.final(is_certified=not self.session.verdicts.has_uncertified())
        for outcome in outcomes:
            self.notifier.announce(outcome)
        notes = self.expected.stale(outcomes, self.header.subject)
        all_run = self.schedule.is_over or all(outcome.status is not Status.NOT_RUN for outcome in outcomes)
        complete = complete and all_run and internal_error is None
        try:
            is_right = complete and not any(outcome.has_failed for outcome in outcomes)
            if is_right and self._measures_performance and self.notifier.error is None:
                self.session.measure_performance(workload(), self.schedule.budget.performance.seconds)
            if self.session.performance is not None:
                self.notifier.send(PerformanceMeasured(self.session.performance))
        except Exception as error:  # the reports are still to be written
            internal_error, complete = error, False
        self._internal_error = internal_error
        code = exit_code_of(outcomes, complete=complete, is_stale=bool(notes))
        if internal_error is not None:
            code = combine([code, ExitCode.FAULT])
        own = self.session.own_puzzles
        own_remark = own.describe() if own is not None and PROPERTY in self._table.names else None
        suite_remark, suite_code = self._save_suite(outcomes, complete=complete)
        remarks = tuple(remark for remark in (own_remark, self.session.copies.remark, suite_remark) if remark)
        seconds = time.monotonic() - self._started
        code = combine([code, suite_code])
        coverage = self.session.copies.coverage
        files = None if coverage is None else coverage.files()
        footer = Footer(outcomes, seconds, code, complete, notes, self.schedule.round, remarks, files)
        self.notifier.end(footer)
        return footer

    def close(self) -> None:
        """End all processes of the subject."""
        self.session.close()

    def _save_suite(self, outcomes: Sequence[Outcome], *, complete: bool) -> tuple[str, ExitCode]:
        """Write the puzzles that were judged, failures first; return a remark on that, and the exit code."""
        path = self._suite
        if path is None:
            return "", ExitCode.GOOD
        if not complete:
            return f"{path} was not written, since the run was cut short.", ExitCode.GOOD
        failures = [cause.failure for outcome in outcomes for cause in outcome.by_cause()]
        shown = [one.counterexample for one in failures if one and one.counterexample]
        failed = {puzzle: verdict for one in shown for puzzle, verdict in zip(one.batch, one.verdicts, strict=True)}
        try:
            return save_suite(path, {**failed, **self.session.verdicts.decided()}), ExitCode.GOOD
        except RefutedVerdictError as error:
            return f"{path} was not written: {error}", ExitCode.FAULT
        except (UnavailableEngineError, OSError) as error:
            return f"{path} was not written: {error}", ExitCode.USAGE


def saved_batches(settings: RunSettings) -> SavedBatches:
    """The inputs on which the subject failed earlier, under the same contract and shape."""
    contract, shape = settings.options.contract, settings.options.shape
    failures = load(settings.store) if settings.store is not None else []
    return tuple(
        (one.batch, one.formatting)
        for one in failures
        if (one.subject, one.options.contract, one.options.shape) == (settings.subject, contract, shape)
    )


def conditions_of(settings: RunSettings, saved: SavedBatches) -> Conditions:
    """The conditions of a run that is not open yet."""
    return Conditions(
        kind_of(settings.subject),
        settings.options,
        has_saved=bool(saved),
        has_own_puzzles=bool(settings.run.puzzles),
        has_limits=bool(batches_around(limits_of(settings.subject, settings.options), settings.options)),
        certifies=settings.run.certify,
        limits_performance=settings.budget.performance.is_limited,
    )


def open_run(
    settings: RunSettings,
    listeners: Sequence[Listener],
    command: tuple[str, ...],
    *,
    saved: SavedBatches | None = None,
) -> SubjectRun:
    """Open a run, which starts with the saved failures of the subject; to be closed.

    Raises UsageError for a specification, a list of expected failures or puzzles that cannot be understood, and for a
    report that would overwrite another file of the run; OSError for a file that cannot be read; UnavailableEngineError
    for an engine that cannot run here.
    """
    expected = read_expected(Path(settings.run.known)) if settings.run.known else ExpectedFailures()
    shape = settings.options.shape
    inputs = [Path(name) for name in (settings.run.known, settings.run.puzzles, settings.options.source) if name]
    own_puzzles = read_own_puzzles(settings.run.puzzles, shape) if settings.run.puzzles else None
    limits = limits_of(settings.subject, settings.options)
    refuse_shared_files(output_files(settings.run), [*files_of(settings.subject), *inputs])
    session = open_session(
        settings.subject,
        settings.options,
        saved=saved_batches(settings) if saved is None else saved,
        own_puzzles=own_puzzles,
        certify=settings.run.certify,
        jobs=settings.run.jobs or 1,
        coverage=settings.run.coverage,
    )
    performance = settings.budget.performance.seconds if settings.measures and shape == Shape() else 0.0
    return SubjectRun(
        session,
        Schedule(settings.budgets(), max(1.0, settings.seconds - RESERVED_SECONDS - performance)),
        listeners,
        expected=expected,
        store=settings.store,
        suite=Path(settings.run.save_suite) if settings.run.save_suite else None,
        limits=limits,
        seed=settings.budget.seed,
        command=command,
        measures_performance=performance > 0,
        stops_at_failure=settings.run.first,
    )
