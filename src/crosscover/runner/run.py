"""A run: each round judges some properties once, until the time is up.

    for round: for property: judge(property, session, budget) ──► PropertyResult ──► reports

`schedule.py` decides which properties a round judges, and how long. `crosscover check`, `replay` and `compare`, the
pytest plugin and the selftest all use a `Run`.
"""

import math
from collections import Counter
from collections.abc import Generator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from crosscover import __version__
from crosscover.harness.budget import Budget, Deadline
from crosscover.harness.failure import Cause, failure_of
from crosscover.harness.harness import judge
from crosscover.harness.judging import Counterexample
from crosscover.harness.limits import END_SECONDS, MEASURE_SHARE, MIN_MEASUREMENT, OVERTIME
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended, PropertyResult
from crosscover.harness.sampling import circumstances_of
from crosscover.harness.session import SubjectSession
from crosscover.options import Options, option_words
from crosscover.properties import all_properties
from crosscover.properties.workload import speed_of
from crosscover.report.events import Event, Failing, Judged, Listener, Progress, Started, send
from crosscover.report.summary import summarize
from crosscover.result import CheckedProperty, CheckResult, Failure, RunEnd, Setup, Speed, Status
from crosscover.system import describe_machine, lost_interrupts_repeated
from crosscover.visible_kinds import VisibleKind

from .expected import ExpectedFailures
from .saved import save
from .schedule import RoundPlan, next_round, plan, unfinished

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""Packages whose versions a report lists."""


def reported_versions() -> dict[str, str]:
    """Return the versions of crosscover and of `REPORTED_PACKAGES`."""
    return {"crosscover": __version__, **{name: version(name) for name in REPORTED_PACKAGES}}


def make_setup(subject: str, options: Options, seed: int, command: Sequence[str], **more: Any) -> Setup:
    """Return the setup of a run on this machine."""
    plain = {name: None if value == math.inf else value for name, value in options.to_plain().items()}
    return Setup(
        subject=subject,
        solver=" ".join([subject, *option_words(options.given())]),
        contract=options.contract.name,
        shape=str(options.shape),
        seed=seed,
        command=tuple(command),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=describe_machine(),
        options=plain,
        explicit=tuple(sorted(options.explicit)),
        found=options.is_found,
        **more,
    )


class Run:
    """A run of properties against the subject of a session; its time starts at construction.

    Saves failing inputs in the folder `store`, if there is one. The run ends `after_failure` seconds after the first
    unexpected failure, or at once with `stops_at_failure`. With `measures_performance` a run without unexpected
    failures ends with measuring the performance. `selected` means that the user chose the properties. `command` is for
    reports; `spent` is the time in seconds since the command started.
    """

    def __init__(
        self,
        session: SubjectSession,
        properties: Sequence[Property],
        budget: Budget = Budget(rounds=1),
        seconds: float = math.inf,
        listeners: Sequence[Listener] = (),
        *,
        expected: ExpectedFailures = ExpectedFailures(),
        store: Path | None = None,
        command: tuple[str, ...] = (),
        measures_performance: bool = False,
        stops_at_failure: bool = False,
        after_failure: float = math.inf,
        selected: bool = False,
        spent: float = 0.0,
    ) -> None:
        self.session = session
        self.expected = expected
        self.error: BaseException | None = None
        self.properties = properties
        self._listeners = tuple(listeners)
        self._budget = budget
        self._seconds = seconds
        self._store = store
        self._measures_performance = measures_performance
        self._stops_at_failure = stops_at_failure
        self._after_failure = after_failure
        self._has_failed = self._ends_early = False
        self._announced: set[str] = set()
        self._shown_causes: set[Cause] = set()
        self.setup = make_setup(
            session.subject.name,
            session.subject.options,
            budget.seed,
            command,
            panel=session.verdicts.panel.names,
            versions=reported_versions(),
            time_limit=seconds if seconds < math.inf else None,
            hash_seed=session.subject.hash_seed,
            selected=selected,
        )
        self._started = session.clock() - spent
        reserved = min(END_SECONDS, MEASURE_SHARE * seconds) if measures_performance else 0.0
        self._last = Deadline(session.clock).within(seconds - spent)
        self._end = self._last.within(seconds - spent - reserved)
        session.begin(seconds - spent)

    def begin(self) -> None:
        """Announce the properties.

        Raises UsageError for an expected failure of a property that does not exist or apply, OSError for a report that
        cannot be written.
        """
        known = [
            prop.name
            for prop in all_properties()
            if self.setup.selected or prop.is_given or prop in self.properties  # given inputs come and go
        ]
        self.expected.check(known, self.setup.subject)
        properties = tuple(result.report() for result in self.results.values())
        for listener in self._listeners:
            listener(Started(CheckResult(self.setup, properties=properties)))

    def run(self) -> CheckResult:
        """Judge all properties, and return the result of the run.

        Raises what `begin` raises. Later, an exception from a listener or an internal error ends the run and is stored
        in `error`.
        """
        self.begin()
        is_interrupted = False
        with lost_interrupts_repeated():
            try:
                self._judge_all()
            except KeyboardInterrupt:
                is_interrupted = True
            except Exception as error:  # the reports must still be written
                self.error = error
        return self.finish(is_interrupted=is_interrupted)

    def judge_in_turn(self, prop: Property) -> None:
        """Judge all rounds of a property when pytest reaches it."""
        to_come = [other for other in self.properties if other is prop or not self.session.result_of(other).rounds]
        left = self._end.left
        turn = self._end.within(self._planned(RoundPlan(to_come, left), to_come)[prop] if left < math.inf else math.inf)
        while True:
            self._judge(prop, min(turn.left, self._planned(RoundPlan([prop], turn.left), [prop])[prop]))
            if turn.is_over or prop not in unfinished(self.results, self._budget.rounds):
                break

    def _judge_all(self) -> None:
        while not self._has_ended():
            coming = next_round(self.results, self._budget.rounds, self._seconds, self._end.left)
            if not coming.properties:
                break
            for place, prop in enumerate(coming.properties):
                seconds, end = self._planned(coming, coming.properties[place:])[prop], self._end.at
                self._judge(prop, min(seconds, coming.max_seconds))
                if self._has_ended() or self._end.at < end:  # the rest of the run needs another plan
                    break
        for prop in self.properties:
            if prop.is_last and self.error is None and not (self._stops_at_failure and self._failed()):
                self._judge(prop, math.inf)

    def _planned(self, coming: RoundPlan, waiting: Sequence[Property]) -> dict[Property, float]:
        return dict(plan(coming, waiting, self.results, self._end.left, self.session.runs.pace.rate() or 0.0))

    def _judge(self, prop: Property, seconds: float) -> None:
        """Judge a round of a property, announce progress and its end, and save failures."""
        session, started = self.session, self.session.clock()
        result = session.result_of(prop)

        def send_progress() -> None:
            judged = sum(each.reported.judged for each in self.results.values())
            self._send(Progress(prop.name, judged, self._failed(), self._end.left))

        def announce(found: Counterexample) -> None:
            seconds = result.reported.seconds + session.clock() - started
            self._announce(replace(result.reported, seconds=seconds), failure_of(found, prop.name))
            send_progress()

        send_progress()
        budget, observed = self._budget.round(result.rounds, seconds, prop.examples), len(session.sample.failed)
        try:
            judge(prop, session, budget, send_progress, announce)
        except KeyboardInterrupt:
            if result.failure is not None:  # its shrinking was interrupted
                self._record(result, observed)
            raise
        self._record(result, observed)

    def _record(self, result: PropertyResult, observed: int) -> None:
        """Save the failures of a property, and announce them and its end; `observed` failures were in the sample."""
        if self._store is not None:
            failures = result.failures.items()
            result.failures = {
                cause: save(failure, self.setup, self._store, keeps=result.is_given) for cause, failure in failures
            }
        self.expected.mark(result.reported)
        if result.reported.expected:
            self.session.sample.drop_failed(observed)
        if result.failure is not None:
            self._announce(result.reported, result.failure)
        if result.ended in (Ended.FAILED, Ended.FINISHED) or result.rounds == self._budget.rounds:
            new = {} if result.reported.expected else result.failures
            to_show = [failure for cause, failure in new.items() if cause not in self._shown_causes]
            self._shown_causes.update(new)
            self._send(Judged(result.report(), to_show))

    def _announce(self, prop: CheckedProperty, failure: Failure) -> None:
        """Announce the first failure of a property, unless it is expected; after the first, the run ends earlier."""
        reason = failure.where + failure.reason.partition("\n")[0]
        prop = replace(prop, status=failure.status, reason=reason, rarer_than=None)
        if prop.name in self._announced or self.expected.includes(prop):
            return
        self._announced.add(prop.name)
        if prop.status.has_failed:
            self._end_after_failure()
        self._send(Failing(prop, failure.puzzle))

    def _end_after_failure(self) -> None:
        if not self._has_failed and self._after_failure < self._end.left:
            self._last.shorten(self._after_failure)
            self._end.shorten(self._after_failure - END_SECONDS)
            self.session.deadline.shorten(self._after_failure + OVERTIME)
            self._ends_early = True
        self._has_failed = True

    def _failed(self) -> Counter[Status]:
        reported = [result.reported for result in self.results.values()]
        return Counter(prop.status for prop in reported if prop.status.has_failed and not prop.expected)

    def _has_ended(self) -> bool:
        return self.error is not None or self._end.is_over or (self._stops_at_failure and bool(self._failed()))

    def _send(self, event: Event) -> None:
        """Send an event to the reports; a report that cannot be written ends the run."""
        error = send(event, self._listeners)
        self.error = self.error or error

    @property
    def results(self) -> dict[Property, PropertyResult]:
        """The results of all properties so far, in run order."""
        return {prop: self.session.result_of(prop) for prop in self.properties}

    def finish(self, *, is_interrupted: bool = False) -> CheckResult:
        """Measure the performance, or find the circumstances of the failures, and report the result."""
        session, results = self.session, tuple(self.results.values())
        end = self._reason(is_interrupted=is_interrupted)
        seconds, found = min(END_SECONDS, self._last.left), tuple[str, ...]()
        if self._failed() and not is_interrupted:
            allowed = min(max(MIN_MEASUREMENT, seconds), session.deadline.left - MIN_MEASUREMENT)
            has_time = self._last.at < math.inf and not self._stops_at_failure
            until = Deadline(session.clock).within(max(0.0, allowed) if has_time else 0.0)
            found = circumstances_of(session, self.properties, self._budget.seed, until)
        elif end.is_complete and self._measures_performance and seconds >= MIN_MEASUREMENT:
            try:
                speed_of(session, seconds)
            except KeyboardInterrupt:  # ends only this, as in `circumstances_of`
                session.speed = Speed(unmeasured=("anything: it was interrupted",))
        elif end.is_complete and self._measures_performance:
            session.speed = session.speed or Speed(unmeasured=("anything: no time was left",))
        failed = [result.rounds for result in results if result.reported.status.has_failed and result.rounds]
        begun = [result.rounds for result in results if result.rounds and result.is_unfinished]
        run = CheckResult(
            self.setup,
            rounds=max(failed) if failed else min(begun, default=1),
            seconds=round(session.clock() - self._started, 3),
            decided=session.verdicts.decided,
            certified=session.verdicts.certified,
            speed=session.speed,
            circumstances=found,
        )
        stale, remarks = self.expected.stale(results), self._remarks(results, end)
        result = summarize(run, results, end, stale=stale, remarks=remarks)
        self._send(result)
        return result

    def _reason(self, *, is_interrupted: bool) -> RunEnd:
        """Return the reason for the end of the run."""
        if self.error is not None and not isinstance(self.error, OSError):
            return RunEnd.FAULT
        if is_interrupted or self.error is not None:
            return RunEnd.INTERRUPTED
        if self._end.is_over:
            return RunEnd.TIME
        return RunEnd.FINISHED if all(result.rounds for result in self.results.values()) else RunEnd.FAILED

    def _remarks(self, results: Sequence[PropertyResult], end: RunEnd) -> Generator[str]:
        """Yield notes about the solver that the results do not contain."""
        failed = [result for result in results if result.reported.status.has_failed and not result.reported.expected]

        def is_of_kind(result: PropertyResult, kind: VisibleKind) -> bool:
            puzzle, failure = result.first_failing, result.failure
            return puzzle is not None and kind.includes(puzzle) and not (failure and failure.right_alone)

        for kind in VisibleKind:
            if failed and all(is_of_kind(result, kind) for result in failed):
                yield f"If the solver promises nothing for {kind.value}, use {kind.option}."
        if self._ends_early and end is RunEnd.TIME:
            yield f"The run ended {self._after_failure:g} s after its first failure, since no time was set."
        for result in results:
            if result.reads_only:
                yield f"reads only: {', '.join(result.reads_only)}"
                yield from [detail for detail in result.reads_only.values() if detail][:1]
        has_passed = any(result.reported.status is Status.PASSED for result in results)
        if has_passed and any(saved.repeats > 1 and saved not in self.session.waiting for saved in self.session.saved):
            yield "A saved failure that occurred now and then did not occur in as many repeats as before."
        if self.session.runs.overlap_fails:
            yield "A run that failed beside another run passed when it was repeated alone: judged one run at a time."
        if slowdown := self.session.runs.pace.slowdown:
            yield slowdown
        own_puzzles = self.session.own_puzzles
        features = self.session.features(self._budget)
        if own_puzzles is not None and any(prop.needs_own_puzzles(features) for prop in self.properties):
            yield own_puzzles.describe()
        yield from self.session.subject.remarks

    def close(self) -> None:
        """End all processes of the subject."""
        self.session.close()
