"""A run: the properties of one subject, judged task by task.

    SubjectRun ──► SubjectSession   the subject, and what is kept from property to property
        ├────────► Schedule         the tasks: what is judged next, and for how long
        ├────────► OutcomeTable     the outcomes over all tasks
        └────────► Notifier         the listeners (reports), and the first error of one

Every entry point makes a run: `crosscover check`, `replay` and `compare`, plain pytest, `properties_of`, the selftest.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.exit_code import ExitCode, combine
from crosscover.harness.applies import Conditions, Property, Requires
from crosscover.harness.covering import CoverBatch, facets_of
from crosscover.harness.deadline import Deadline
from crosscover.harness.harness import Harness, TaskResult
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Status, exit_code_of
from crosscover.harness.own_puzzles import PROPERTY, read_own_puzzles
from crosscover.harness.property_run import SavedBatches
from crosscover.harness.schedule import PropertyTask, Schedule
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
from .order import VOLUME, weights
from .save_suite import save_suite
from .saved import load, save
from .settings import RunSettings

PERFORMANCE_SHARE = 0.25
"""The largest part of the time of a run for measuring performance."""

SHORTEST_MEASUREMENT = 1.0
"""Seconds below which performance is not measured."""

CERTIFICATION = "verdicts_are_certified"
"""The property that certifies the verdicts of the others."""

CLOSING = (Requires.PERFORMANCE_LIMITS, Requires.CERTIFICATES)
"""What the properties require that come at the end of a run."""

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
    """The outcomes of the properties of a run, over all tasks so far."""

    def __init__(self, properties: Iterable[Property] = ()) -> None:
        self._properties = {judged.name: judged for judged in properties}
        self._outcomes: dict[str, Outcome] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all properties, in their order."""
        return tuple(self._properties)

    @property
    def statuses(self) -> dict[str, Status]:
        """The status of each property that was run."""
        return {name: outcome.status for name, outcome in self._outcomes.items()}

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the properties that were run."""
        return tuple(self._outcomes.values())

    def names_of(self, requires: Requires) -> list[str]:
        """The names of the properties with a requirement."""
        return [name for name, judged in self._properties.items() if judged.requires is requires]

    def add(self, outcome: Outcome) -> Outcome:
        """Add the outcome of one task, and return that of all tasks so far."""
        earlier = self._outcomes.get(outcome.name)
        self._outcomes[outcome.name] = outcome if earlier is None else outcome.after(earlier)
        return self._outcomes[outcome.name]

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
    Its time begins with the object.
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
        self._closing: list[str] = []
        self._stops_at_failure = stops_at_failure
        self._table = OutcomeTable()
        self._covers: dict[str, Sequence[CoverBatch]] = {}
        self._limits = limits
        self._discoveries: dict[str, SavedBatches] = {}
        self._internal_error: BaseException | None = None
        self._started = session.clock()
        self._limit_time(schedule.task_seconds)

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
        """Announce the properties; `selected` means that the user chose some of them.

        Raises UsageError for an expected failure that names no property, OSError if a file cannot be
        written.
        """
        self._table = OutcomeTable(properties)
        names = self._table.names
        if not selected:
            self.expected.check((*names, SAVED_FAILURES), self.header.subject)
        if self._suite is not None:
            refuse_unwritable([self._suite])
        self.notifier.begin(RunStarted(self.header, names))
        self._closing = [name for one in CLOSING for name in self._table.names_of(one)]
        self._covers = {name: self._cover(name) for name in names}
        sizes = {name: [len(batch.puzzles) for batch in self._covers[name]] for name in names}
        if self.session.own_puzzles is not None and PROPERTY in sizes:
            sizes[PROPERTY] = [len(self.session.own_puzzles.puzzles)]
        self.schedule.begin({name: sizes[name] for name in names if name not in self._closing}, shared=VOLUME)

    def next_task(self) -> PropertyTask | None:
        """The next task, None at the end of the run."""
        if self.notifier.error is not None:
            return None
        pending = [name for name in self._closing if self._is_pending(name)]
        if self._has_stopped():
            pending = [name for name in pending if name == CERTIFICATION]
        elif CERTIFICATION in pending and self.header.time_limit is not None and self._table.statuses:
            return PropertyTask(CERTIFICATION, self.schedule.budget)  # at once: later there may be no time for so many
        else:
            rate = self.session.retries.puzzles_per_second()
            task = self.schedule.next_task(self._tasks.left, weights(self._covers, rate))
            if task is not None:
                return task
        return PropertyTask(pending[0], self.schedule.budget) if pending else None

    def task_of(self, name: str) -> PropertyTask:
        """The only task of a property, if pytest decides on the order; the time of other tests before it is free."""
        self._limit_time(self.schedule.task_seconds - sum(one.seconds for one in self._table.outcomes))
        if name in self._closing:
            return PropertyTask(name, self.schedule.budget)
        return self.schedule.task_of(name, self._tasks.left)

    def start(self, task: PropertyTask) -> Harness:
        """Start a task, and return its harness."""
        self.notifier.send(PropertyStarted(task.name))
        return Harness(
            self.session,
            task.name,
            task.budget,
            seconds=task.seconds,
            cover=self._covers[task.name][task.covered :],
            repeated=self._discoveries.get(task.name, ()),
            progress=lambda judged: self.notifier.send(Progress(task.name, judged)),
        )

    def finish(self, task: PropertyTask, result: TaskResult) -> Outcome:
        """Finish a task, and return the outcome over all tasks of the property so far. A failure is saved."""
        self._discoveries[task.name] = result.discoveries
        not_asked = facets_of(self._covers[task.name][task.covered + result.covered :])
        outcome = replace(result.outcome, not_asked=not_asked)
        if self._store is not None:
            outcome = save(outcome, self.header, self._store)
        seconds, may_go_on = outcome.seconds, outcome.status in (Status.PASSED, Status.NOT_RUN)
        outcome = self._table.add(self.expected.marked(outcome, self.header.subject))
        if task.name in self._closing:
            return outcome
        is_finished = result.is_finished or not may_go_on
        self.schedule.finish(task, seconds, covered=result.covered, is_finished=is_finished)
        if self.schedule.is_done(task.name):
            self.notifier.announce(outcome)
        return outcome

    def _cover(self, name: str) -> Sequence[CoverBatch]:
        """The covering list of a property."""
        options = self.session.subject.options
        return batches_around(self._limits, options) if name == LIMITS_IN_SOURCE else covering_list(name, options)

    def _is_pending(self, name: str) -> bool:
        """Whether a property that closes the run is still to be run."""
        status = self._table.statuses.get(name)
        has_more = name == CERTIFICATION and self.session.verdicts.has_uncertified()
        return status is None or (status is Status.PASSED and has_more)

    def _has_stopped(self) -> bool:
        """Whether a failure has ended the run."""
        failed = (Status.WRONG, Status.TIMED_OUT)
        return self._stops_at_failure and not set(self._table.statuses.values()).isdisjoint(failed)

    def _limit_time(self, seconds: float) -> None:
        """Let the tasks end after these seconds, and the run after those that are reserved."""
        self._tasks = Deadline(self.session.clock).within(seconds)
        self.session.start(seconds + self.schedule.reserved)

    def end(self, *, complete: bool, internal_error: BaseException | None = None) -> Footer:
        """Announce the remaining outcomes and the end; `complete` is False if the run was cut short.

        An internal error, also one in measuring performance, is reported as a fault.
        """
        is_over = self._tasks.is_over
        outcomes = self._table.final(is_certified=not self.session.verdicts.has_uncertified())
        for outcome in outcomes:
            self.notifier.announce(outcome)
        notes = self.expected.stale(outcomes, self.header.subject)
        all_run = is_over or all(outcome.status is not Status.NOT_RUN for outcome in outcomes)
        complete = complete and all_run and internal_error is None
        try:
            is_right = complete and not any(outcome.has_failed for outcome in outcomes)
            if is_right and self._measures_performance and self.notifier.error is None:
                self._measure_performance()
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
        seconds = self.session.clock() - self._started
        code = combine([code, suite_code])
        coverage = self.session.copies.coverage
        files = None if coverage is None else coverage.files()
        failed = [one.name for one in outcomes if one.has_failed and one.name not in self._closing]
        footer = Footer(outcomes, seconds, code, complete, notes, self.schedule.rounds(failed), remarks, files)
        self.notifier.end(footer)
        return footer

    def _measure_performance(self) -> None:
        """Measure the performance of the subject in the time that is left."""
        left = self._started + self.schedule.seconds - self.session.clock()
        seconds = min(self.schedule.budget.performance.seconds, left)
        if seconds >= SHORTEST_MEASUREMENT:
            self.session.measure_performance(workload(), seconds)

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
        Schedule(settings.budgets(), settings.seconds, reserved=min(performance, PERFORMANCE_SHARE * settings.seconds)),
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
