"""One subject, judged property by property: each outcome is saved, marked where it was expected, and told.

Every way to start a run goes through here: `crosscover check`, `replay`, plain pytest, `properties_of`, the selftest.
"""

import math
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.exit_code import ExitCode, combine
from crosscover.harness.factory import make_harness
from crosscover.harness.harness import Harness, certified
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Property, Status, exit_code_of, outcome_of
from crosscover.harness.own_puzzles import PROPERTY, read_own_puzzles
from crosscover.harness.schedule import Schedule
from crosscover.harness.verdicts import RefutedVerdictError
from crosscover.oracles.errors import UnavailableEngineError
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
from crosscover.subjects.specification import files_of

from .expected import ExpectedFailures, read_expected
from .power import weight
from .save_suite import save_suite
from .saved import load, save
from .settings import RunSettings

RESERVED_SECONDS = 3.0
"""What starting, collecting the properties and the last batch may take of the time of a run."""

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""The packages whose versions a report names."""


class SubjectRun:
    """A run of properties against one subject.

    `listeners` are told of it, and change nothing; the first OSError of one of them is in `listener_error`, and nobody
    is told any more until the end. `error` is what ended the run early: that, or an internal error. `store` is where
    failing inputs are saved; None where they are not. The properties have so many `seconds` altogether. With
    `in_rounds` a property may be run again, with another seed, and what passed is told at the end; those that draw
    nothing are `exhausted` after once. With `measures_performance` the performance of a subject that was not found
    wrong is measured at the end; without, it is told where a property has measured it. Where there is a `suite`, the
    puzzles that were judged are written there at the end of a run that is complete. `remarks` has then what people are
    told besides.
    """

    def __init__(
        self,
        harness: Harness,
        listeners: Sequence[Listener] = (),
        *,
        expected: ExpectedFailures = ExpectedFailures(),
        store: Path | None = None,
        seconds: float = math.inf,
        in_rounds: bool = False,
        command: tuple[str, ...] = (),
        measures_performance: bool = False,
        suite: Path | None = None,
    ) -> None:
        self.harness = harness
        self.expected = expected
        self.header = Header(
            subject=harness.subject.name,
            options=harness.subject.options,
            seed=harness.budget.seed,
            panel=harness.verdicts.panel.names,
            versions={"crosscover": __version__, **{name: version(name) for name in REPORTED_PACKAGES}},
            command=command,
            time_limit=seconds if seconds < math.inf else None,
            all_certified=harness.verdicts.certify,
        )
        self.listeners = listeners
        self._store = store
        self._suite = suite
        self.schedule = Schedule(seconds)
        self._in_rounds = in_rounds
        self._measures_performance = measures_performance
        self.outcomes: dict[str, Outcome] = {}
        self.listener_error: OSError | None = None
        self.error: BaseException | None = None
        self.remarks: list[str] = []
        self._properties: dict[str, Property] = {}
        self._told: set[str] = set()
        self.rounds = 1
        self.exhausted: set[str] = set()
        self._started = time.monotonic()

    def begin(self, properties: Sequence[Property], *, selected: bool) -> None:
        """Tell what comes; `selected` says that somebody chose some of the properties that apply.

        Raises ExpectedFailuresError for an expected failure that names no property, OSError where a report cannot be
        written.
        """
        self._properties = {judged.name: judged for judged in properties}
        if not selected:
            self.expected.check((*self._properties, SAVED_FAILURES), self.header.subject)
        self.schedule.start_round([weight(name) for name in self._properties], is_sweep=False)
        self._started = time.monotonic()
        if self._suite is not None:
            refuse_unwritable([self._suite])
        for listener in self.listeners:
            listener(RunStarted(self.header, tuple(self._properties)))

    def start(self, name: str) -> None:
        """A property is judged now."""
        self._tell(PropertyStarted(name))
        share = self.schedule.next_share()
        self.harness.start_property(name, lambda judged: self._tell(Progress(name, judged)), share)

    def finish(self, judged: Property, seconds: float, error: BaseException | None) -> Outcome:
        """What became of a property this time, saved and marked; `outcomes` has it over all rounds so far."""
        self.schedule.charge(seconds)
        if not self.harness.has_drawn:
            self.exhausted.add(judged.name)
        outcome = outcome_of(judged, self.harness.record, seconds, error)
        if self.harness.verdicts.certify or self.harness.budget.shrink_seconds > 0:
            outcome = certified(outcome)
        if self._store is not None:
            outcome = save(outcome, self.header, self._store)
        outcome = self.expected.marked(outcome, self.header.subject)
        earlier = self.outcomes.get(outcome.name)
        outcome = outcome if earlier is None else outcome.after(earlier)
        self.outcomes[outcome.name] = outcome
        if not self._in_rounds or outcome.status is not Status.PASSED:
            self._tell_outcome(outcome.name)
        return outcome

    def end(self, *, complete: bool, internal_error: BaseException | None = None) -> Footer:
        """Tell what was not told yet, and the end; `complete` is False where the run was cut short.

        A listener that fails keeps no other from being told; `listener_error` has the first error. An internal error,
        also one while performance is measured, is reported as a fault.
        """
        for name, judged in self._properties.items():
            self.outcomes.setdefault(name, Outcome(name, judged.statement, Status.NOT_RUN))
            self._tell_outcome(name)
        outcomes = tuple(self.outcomes[name] for name in self._properties)
        notes = self.expected.stale(outcomes, self.header.subject)
        all_run = self.schedule.is_over or all(outcome.status is not Status.NOT_RUN for outcome in outcomes)
        complete = complete and all_run and internal_error is None
        try:
            self._tell_performance(measure=complete and not any(outcome.accuses for outcome in outcomes))
        except Exception as error:  # the reports are still to be written
            internal_error, complete = error, False
        code = exit_code_of(outcomes, complete=complete, is_stale=bool(notes))
        if internal_error is not None:
            code = combine([code, ExitCode.FAULT])
        own = self.harness.own_puzzles
        self.remarks = [own.describe()] if own is not None and PROPERTY in self.outcomes else []
        if self.harness.copies.remark is not None:
            self.remarks.append(self.harness.copies.remark)
        if self._suite is not None:
            remark, suite_code = self._save_suite(self._suite, complete=complete)
            self.remarks.append(remark)
            code = combine([code, suite_code])
        seconds = time.monotonic() - self._started
        footer = Footer(outcomes, seconds, code, complete, notes, self.rounds, tuple(self.remarks))
        for listener in self.listeners:
            try:
                listener(RunFinished(footer))
            except OSError as error:
                self.listener_error = self.listener_error or error
        self.error = internal_error or self.listener_error
        return footer

    def _save_suite(self, path: Path, *, complete: bool) -> tuple[str, ExitCode]:
        """Write what was judged, failures first; what there is to say of it, and the exit code that it comes to."""
        if not complete:
            return f"{path} was not written, since the run was cut short.", ExitCode.GOOD
        failures = [cause.failure for outcome in self.outcomes.values() for cause in outcome.by_cause()]
        shown = [one.counterexample for one in failures if one and one.counterexample]
        failed = {puzzle: verdict for one in shown for puzzle, verdict in zip(one.batch, one.verdicts, strict=True)}
        try:
            return save_suite(path, {**failed, **self.harness.verdicts.decided()}), ExitCode.GOOD
        except RefutedVerdictError as error:
            return f"{path} was not written: {error}", ExitCode.FAULT
        except UnavailableEngineError as error:
            return f"{path} was not written: {error}", ExitCode.USAGE
        except OSError as error:
            self.listener_error = self.listener_error or error
            return f"{path} was not written: {error}", ExitCode.USAGE

    def close(self) -> None:
        """End whatever the subject has started."""
        self.harness.close()

    def _tell_performance(self, *, measure: bool) -> None:
        if measure and self._measures_performance and self.listener_error is None:
            self.harness.measure_performance(workload())
        if self.harness.performance is not None:
            self._tell(PerformanceMeasured(self.harness.performance))

    def _tell_outcome(self, name: str) -> None:
        if name not in self._told:
            self._told.add(name)
            self._tell(PropertyFinished(self.outcomes[name]))

    def _tell(self, event: Event) -> None:
        """Let nothing escape: pytest would take it for a failure of the property."""
        try:
            for listener in self.listeners if self.listener_error is None else ():
                listener(event)
        except OSError as error:
            self.listener_error = error


def open_run(
    settings: RunSettings,
    listeners: Sequence[Listener],
    command: tuple[str, ...],
    *,
    measures_performance: bool = False,
) -> SubjectRun:
    """A run as its settings say; what the subject failed before, of the same contract and shape, is tried again.

    Raises ValueError for a subject, a list of expected failures or puzzles that cannot be understood, and for a report
    in the place of another file of the run; OSError for a list that cannot be read, UnavailableEngineError for an
    engine that cannot run here.
    """
    expected = read_expected(Path(settings.run.known)) if settings.run.known else ExpectedFailures()
    contract, shape = settings.options.contract, settings.options.shape
    failures = load(settings.store) if settings.store is not None else []
    same = [one for one in failures if one.is_of(settings.subject, contract) and one.options.shape == shape]
    saved = tuple((one.batch, one.formatting) for one in same)
    own_puzzles = read_own_puzzles(settings.run.puzzles, shape) if settings.run.puzzles else None
    inputs = [Path(name) for name in (settings.run.known, settings.run.puzzles) if name]
    refuse_shared_files(output_files(settings.run), [*files_of(settings.subject), *inputs])
    harness = make_harness(
        settings.subject,
        settings.options,
        settings.budget,
        saved=saved,
        own_puzzles=own_puzzles,
        certify=settings.run.certify,
        jobs=settings.run.jobs or 1,
    )
    measures = measures_performance and settings.budget.performance.seconds > 0 and shape == Shape()
    return SubjectRun(
        harness,
        listeners,
        expected=expected,
        store=settings.store,
        seconds=max(1.0, settings.seconds - RESERVED_SECONDS - measures * settings.budget.performance.seconds),
        in_rounds=settings.in_rounds,
        command=command,
        measures_performance=measures,
        suite=Path(settings.run.save_suite) if settings.run.save_suite else None,
    )
