"""The main loop: each round judges each property once, until the time is up.

    for round: for property: judge(property, session, budget) ──► PropertyResult ──► reports

A round gives each property an equal share of the time left. If some properties have judged too little, the round
consists of these properties. `volume` gets half of a round if the subject is fast.

`crosscover check`, `replay` and `compare`, the pytest plugin and the selftest all use a `Run`.
"""

import ast
import math
import signal
import sys
import zlib
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from threading import Timer
from typing import Any

from crosscover import __version__
from crosscover.exit_code import NotStartedError, UsageError
from crosscover.harness.applies import Conditions, Property, Requires
from crosscover.harness.budget import Budget, Deadline
from crosscover.harness.harness import judge
from crosscover.harness.judging import SavedInput
from crosscover.harness.limits import (
    BEHIND_SHARE,
    BLOCK_SECONDS,
    END_SECONDS,
    QUARTER,
    SHORTEST_MEASUREMENT,
    VOLUME_SHARE,
)
from crosscover.harness.own_puzzles import PROPERTY
from crosscover.harness.property_result import FEWEST_PUZZLES, SAVED_FAILURES, PropertyResult
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.options import Options, option_words
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.properties import all_properties
from crosscover.properties.workload import workload
from crosscover.report.events import Event, Listener, Progress, Started
from crosscover.report.summary import checked, summarize
from crosscover.result import CheckResult, Setup, Status
from crosscover.subjects.process_subject import subject
from crosscover.system import describe_machine
from crosscover.visible_kinds import VisibleKind

from .expected import ExpectedFailures
from .saved import save

VOLUME = "volume"
"""Name of the property that tries the most puzzles."""

FAST = 500.0
"""Speed in puzzles per second from which `volume` gets half of the time."""

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""Packages whose versions a report lists."""


def conditions_of(session: SubjectSession, *, limits_performance: bool = False) -> Conditions:
    """Return the conditions that decide which properties apply to the subject of a session."""
    return Conditions(
        session.subject.kind,
        session.subject.options,
        has_saved=bool(session.saved),
        has_own_puzzles=session.own_puzzles is not None,
        limits_performance=limits_performance,
    )


def properties_for(conditions: Conditions, expression: str = "") -> list[Property]:
    """Return the properties that apply and that the expression selects, in run order; raises UsageError."""
    return [one for one in all_properties() if conditions.allow(one) and selects(expression, one.name)]


def selects(expression: str, name: str) -> bool:
    """Return whether an expression of substrings, `and`, `or` and `not` matches a name; raises UsageError.

    >>> selects("grids and not full", "full_grids")
    False
    """

    def is_true(node: ast.expr) -> bool:
        match node:
            case ast.BoolOp(ast.And(), values):
                return all(map(is_true, values))
            case ast.BoolOp(ast.Or(), values):
                return any(map(is_true, values))
            case ast.UnaryOp(ast.Not(), value):
                return not is_true(value)
            case ast.Name(part):
                return part.lower() in name
            case _:
                raise SyntaxError

    if not expression:
        return True
    try:
        return is_true(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise UsageError(f"{expression!r} is not an expression of names, 'and', 'or' and 'not'") from None


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
        **more,
    )


class Run:
    """A run of properties against the subject of a session; its time starts at construction.

    Saves failing inputs in the folder `store`, if there is one. With `stops_at_failure` the first unexpected failure
    ends the run; with `measures_performance` a run without unexpected failures ends with measuring the performance.
    `selected` means that the user chose the properties. `command` is for reports; `spent` is the time in seconds since
    the command started.
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
        selected: bool = False,
        spent: float = 0.0,
    ) -> None:
        self.session = session
        self.expected = expected
        self.error: BaseException | None = None
        self._listeners = tuple(listeners)
        self._properties = properties
        self._budget = budget
        self._seconds = seconds
        self._store = store
        self._measures_performance = measures_performance
        self._stops_at_failure = stops_at_failure
        self.setup = make_setup(
            session.subject.name,
            session.subject.options,
            budget.seed,
            command,
            panel=session.verdicts.panel.names,
            versions={"crosscover": __version__, **{name: version(name) for name in REPORTED_PACKAGES}},
            time_limit=seconds if seconds < math.inf else None,
            hash_seed=session.subject.hash_seed,
            selected=selected,
        )
        self._end_seconds = min(END_SECONDS, QUARTER * seconds) if measures_performance else 0.0
        self._started = session.clock() - spent
        self._limit_time(seconds - spent)

    def begin(self) -> None:
        """Announce the properties.

        Raises UsageError for an expected failure of a property that does not exist or apply, OSError for a report that
        cannot be written.
        """
        names = tuple(one.name for one in self._properties)
        known = (one.name for one in all_properties()) if self.setup.selected else (*names, SAVED_FAILURES)
        self.expected.check(tuple(known), self.setup.subject)
        properties = tuple(checked(self.session.result_of(one)) for one in self._properties)
        for listener in self._listeners:
            listener(Started(CheckResult(self.setup, properties=properties)))

    def run(self) -> CheckResult:
        """Judge all properties, and return the result of the run.

        Raises what `begin` raises. Later, an exception from a listener or an internal error ends the run and is stored
        in `error`.
        """
        self.begin()
        complete = False
        with _lost_interrupts():
            try:
                self._judge_all()
                complete = True
            except KeyboardInterrupt:
                pass
            except Exception as error:  # the reports must still be written
                self.error = error
        return self.finish(complete=complete)

    def judge_in_turn(self, judged: Property) -> PropertyResult:
        """Judge all rounds of a property when pytest reaches it; the time of other tests does not count."""
        left = self._seconds - sum(result.seconds for result in self.session.results.values())
        self._limit_time(left)
        to_come = [one for one in self._properties if not self.session.result_of(one).rounds]
        turn = self._tasks.within(self._tasks.left / max(1, len(to_come)))
        result = self._judge(judged, turn.left)
        while judged in self._open_ones() and not turn.is_over:
            self._judge(judged, turn.left)
        return result

    def _limit_time(self, seconds: float) -> None:
        """Limit the run to `seconds`, part of which is reserved for measuring performance."""
        self._tasks = Deadline(self.session.clock).within(seconds - self._end_seconds)
        self.session.begin(seconds, self._seconds)

    def _judge_all(self) -> None:
        while not self._has_ended() and (open_ones := self._open_ones()):
            behind = [one for one in open_ones if self._is_behind(one)]
            self._judge_round(behind or open_ones, BEHIND_SHARE if 0 < len(behind) < len(open_ones) else 1.0)
        for judged in self._properties:
            is_last = judged.requires is Requires.PERFORMANCE_LIMITS
            if is_last and self.error is None and not (self._stops_at_failure and self._failed()):
                self._judge(judged, math.inf)

    def _open_ones(self) -> list[Property]:
        results = [(one, self.session.result_of(one)) for one in self._properties]
        return [
            one
            for one, result in results
            if one.requires is not Requires.PERFORMANCE_LIMITS
            and not (result.is_finished or result.failure is not None or result.rounds == self._budget.rounds)
        ]

    def _is_behind(self, judged: Property) -> bool:
        """Return whether a property has judged too little and used less than `BEHIND_SHARE` of the time."""
        result = self.session.result_of(judged)
        is_little = bool(result.not_asked) or result.judged < FEWEST_PUZZLES or (result.is_given and result.skipped > 0)
        return not result.rounds or (is_little and result.seconds < BEHIND_SHARE * self._seconds)

    def _judge_round(self, properties: Sequence[Property], most: float) -> None:
        """Judge each property once; none may take more than the share `most` of the run."""
        left, began = self._tasks.left, self.session.clock()
        share = left / len(properties)
        others = [one for one in properties if one.name != VOLUME]
        for judged in (*others, *[one for one in properties if one.name == VOLUME]):
            is_fast = self._pace() >= FAST
            used = self.session.clock() - began
            if judged.name == VOLUME:
                seconds = min(self._tasks.left, max(share, used * is_fast))
            elif left == math.inf:
                seconds = math.inf
            else:
                kept = 0.0 if len(others) == len(properties) else VOLUME_SHARE * left if is_fast else share
                seconds = max(0.0, self._tasks.left - kept) / (len(others) - others.index(judged))
            self._judge(judged, min(seconds, most * self._seconds))
            if self._has_ended():
                return

    def _pace(self) -> float:
        """Return the subject's puzzles per second, in batches or blocks; short batches may hide that it is fast."""
        volume = self.session.results.get(VOLUME)
        blocks = volume.judged / volume.seconds if volume is not None and volume.seconds else 0.0
        return max(blocks, self.session.runs.pace.rate() or 0.0)

    def _judge(self, judged: Property, seconds: float) -> PropertyResult:
        """Judge a round of a property, announce progress, and save failures."""
        result = self.session.result_of(judged)
        if judged.name == VOLUME and seconds == math.inf:
            seconds = 2 * BLOCK_SECONDS  # it draws examples without end

        def send_progress() -> None:
            self._send(Progress(judged.name, result.judged, self._failed()))

        send_progress()
        judge(judged, self.session, self._budget.round(result.rounds, seconds), send_progress)
        if self._store is not None:
            save(result, self.setup, self._store)
        result.expected = self.expected.includes(result)
        return result

    def _failed(self) -> Counter[Status]:
        return Counter(one.status for one in self.session.results.values() if one.has_failed and not one.expected)

    def _has_ended(self) -> bool:
        return self.error is not None or self._tasks.is_over or (self._stops_at_failure and bool(self._failed()))

    def _send(self, event: Event) -> None:
        """Send an event to the reports; a report that cannot be written ends the run."""
        for listener in self._listeners:
            try:
                listener(event)
            except OSError as error:
                self.error = self.error or error

    @property
    def results(self) -> tuple[PropertyResult, ...]:
        """The results of all properties so far, in run order."""
        return tuple(map(self.session.result_of, self._properties))

    def finish(self, *, complete: bool) -> CheckResult:
        """Measure the performance, and report the result; `complete` is False if the run was cut short.

        An internal error in `error` is reported as a fault.
        """
        session, results = self.session, self.results
        is_over = self._tasks.is_over
        complete = complete and self.error is None and (is_over or all(result.rounds for result in results))
        if complete and self._measures_performance and not self._failed():
            left = self._started + self._seconds - session.clock()
            seconds = min(END_SECONDS, left)
            if seconds >= SHORTEST_MEASUREMENT:
                session.measure_performance(workload(session.subject.options.shape), seconds)
        failed = [result.rounds for result in results if result.has_failed and result.rounds]
        begun = [result.rounds for result in results if result.rounds and not result.is_finished]
        result = summarize(
            self.setup,
            results,
            complete=complete,
            is_fault=self.error is not None and not isinstance(self.error, OSError),
            seconds=session.clock() - self._started,
            rounds=max(failed) if failed else min(begun, default=1),
            time_is_up=is_over,
            stale=self.expected.stale(results),
            remarks=self._remarks(results),
            speed=session.performance,
            decided=session.verdicts.decided,
            certified=session.verdicts.certified,
        )
        self._send(result)
        return result

    def _remarks(self, results: Sequence[PropertyResult]) -> Generator[str]:
        """Yield notes about the solver that the results do not contain."""
        has_passed = any(one.status is Status.PASSED for one in results)  # otherwise any puzzle may fail
        failed = {one.failure.puzzles for one in results if has_passed and one.failure is not None}
        for kind in VisibleKind:
            if any(len(puzzles) == 1 and kind.includes(puzzles[0]) for puzzles in failed):
                yield f"If the solver promises nothing for {kind.value}, use {kind.option}."
        for result in results:
            if result.reads_only:
                yield f"reads only: {', '.join(result.reads_only)}"
                yield from [detail for detail in result.reads_only.values() if detail][:1]
        if any(one.repeats > 1 and one not in self.session.waiting for one in self.session.saved) and has_passed:
            yield "A saved failure that occurred now and then did not occur in as many repeats as before."
        if self.session.runs.overlap_fails:
            yield "A run that failed beside another run passed when it was repeated alone: judged one run at a time."
        if self.session.own_puzzles is not None and PROPERTY in self.session.results:
            yield self.session.own_puzzles.describe()
        yield from self.session.subject.remarks

    def close(self) -> None:
        """End all processes of the subject."""
        self.session.close()


def rerun(spec: str, options: Options, given: SavedInput) -> tuple[CheckResult, BaseException | None]:
    """Run a subject on one failing input, as the property `saved_failures`, without shrinking; return `Run.error`, too.

    Raises UsageError for an unknown specification, NotStartedError for a subject that cannot start.
    """
    seed = zlib.crc32(str(given.batch[0]).encode())
    try:
        session = SubjectSession(subject(spec, options), verdicts_for(spec), saved=[given], seed=seed)
    except UnavailableEngineError as error:
        raise NotStartedError(str(error)) from None
    with closing(session):
        if (reason := session.smoke()) is not None:
            raise NotStartedError(reason)
        properties = properties_for(conditions_of(session), SAVED_FAILURES)
        run = Run(session, properties, Budget(rounds=1, shrink_steps=0))
        return run.run(), run.error


@contextmanager
def _lost_interrupts() -> Generator[None]:
    """Repeat a lost interrupt.

    Python cannot raise KeyboardInterrupt during a garbage collection. This is not rare, since Hypothesis registers a
    callback for each collection. A timer sends the signal again, and the main thread handles it as usual. Other
    unraisable exceptions are ignored.
    """

    def raise_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    before, sys.unraisablehook = sys.unraisablehook, raise_again
    try:
        yield
    finally:
        sys.unraisablehook = before
