"""A run: the properties of one subject, judged task by task.

    SubjectRun ──► SubjectSession   the subject, and what is kept from property to property
        ├────────► Schedule         the tasks: what is judged next, and for how long
        ├────────► OutcomeTable     the outcomes over all tasks
        ├────────► Lane, ...        processes that judge tasks beside this one
        └────────► Notifier         the listeners (reports), and the first error of one

Every entry point makes a run: `crosscover check`, `replay` and `compare`, plain pytest, `properties_of`, the selftest.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from threading import Condition

from crosscover import __version__
from crosscover.exit_code import ExitCode
from crosscover.harness.applies import Conditions, Property, Requires
from crosscover.harness.deadline import Deadline
from crosscover.harness.harness import Harness, TaskResult
from crosscover.harness.judging import CoverBatch, ShrinkKey, facets_of
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Status
from crosscover.harness.own_puzzles import PROPERTY
from crosscover.harness.schedule import PropertyTask, Schedule
from crosscover.harness.session import GRACE_SECONDS, SubjectSession
from crosscover.harness.verdicts import VerdictTally
from crosscover.properties.covering import covering_list
from crosscover.properties.workload import workload
from crosscover.report.events import Footer, Header, Listener, Progress, PropertyStarted, RunFinished, RunStarted
from crosscover.report.grade import graded
from crosscover.visible_kinds import VisibleKind

from .expected import ExpectedFailures
from .lanes import JudgeOrder, Lane, LaneJudge, LaneResult, Tests, fails_again
from .notifier import Notifier
from .order import VOLUME, property_names, weights
from .outcome_table import OutcomeTable
from .saved import save

LEAST_LANE_SECONDS = 10.0
"""Time of a run in seconds from which further lanes are worth their start."""

SHORTEST_MEASUREMENT = 1.0
"""Seconds below which performance is not measured."""

REPORTED_PACKAGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""The packages whose versions a report names."""


class SubjectRun:
    """A run of properties against the subject of a session.

    Failing inputs are saved in the folder `store`, None for nowhere. With `measures_performance` the performance of a
    subject that passed is measured at the end. With `stops_at_failure` the first failure ends the run. Its time begins
    with the object. At most `jobs` lanes judge properties at the same time.
    """

    def __init__(
        self,
        session: SubjectSession,
        schedule: Schedule,
        listeners: Sequence[Listener] = (),
        *,
        expected: ExpectedFailures = ExpectedFailures(),
        store: Path | None = None,
        seed: int | None = None,
        command: tuple[str, ...] = (),
        measures_performance: bool = False,
        stops_at_failure: bool = False,
        jobs: int = 1,
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
            hash_seed=session.subject.hash_seed,
        )
        self._store = store
        self._measures_performance = measures_performance
        self._closing: list[str] = []
        self._stops_at_failure = stops_at_failure
        self._table = OutcomeTable()
        self._covers: dict[str, Sequence[CoverBatch]] = {}
        self._jobs = jobs
        self._lanes: list[Lane] = []
        self._harness: Harness | None = None
        self._changed = Condition()
        self._judging = 0
        self._confirming = 0
        self._reproduced = set[ShrinkKey]()
        self._failed_kinds = frozenset[VisibleKind]()
        self._verdicts = VerdictTally()
        self._remark: str | None = None
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
        self.header = replace(self.header, selected=selected)
        names = self._table.names
        self.expected.check(property_names() if selected else (*names, SAVED_FAILURES), self.header.subject)
        self.notifier.begin(RunStarted(self.header, names))
        self._closing = self._table.names_of(Requires.PERFORMANCE_LIMITS)
        self._covers = {name: self._cover(name) for name in names}
        sizes = {name: [len(batch.puzzles) for batch in self._covers[name]] for name in names}
        if self.session.own_puzzles is not None and PROPERTY in sizes:
            sizes[PROPERTY] = [len(self.session.own_puzzles.puzzles)]
        self.schedule.begin({name: sizes[name] for name in names if name not in self._closing}, shared=VOLUME)

    def start_lanes(self, tests: Tests) -> None:
        """Start the lanes beside this one, if they are worth their start."""
        judge = LaneJudge(self.session.subject, tests, self.session.seed)
        seconds = self.session.deadline.left - GRACE_SECONDS
        self._lanes = [Lane(judge, seconds) for _ in range(self._number_of_lanes() - 1)]
        for lane in self._lanes:  # threads, which must not exist when a process is forked
            lane.serve(self)

    def next_task(self) -> PropertyTask | None:
        """The next task of lane 0, None at the end of the run; waits while other lanes may still leave one."""
        return self._wait_for_task(self._choose)

    def next_order(self) -> JudgeOrder | None:
        """The next task of another lane, None at the end; waits while lanes may still leave one."""
        task = self._wait_for_task(self._choose_for_other_lane)
        if task is None:
            return None
        asked, causes = set(self.session.asked[task.name]), set(self.session.known_causes)
        return replace(self._order(task), asked=asked, causes=causes)

    def task_of(self, name: str) -> PropertyTask:
        """The only task of a property, if pytest decides on the order; the time of other tests before it is free."""
        self._limit_time(self.schedule.task_seconds - sum(one.seconds for one in self._table.outcomes))
        self._judging += 1
        if name in self._closing:
            return PropertyTask(name, self.schedule.budget)
        return self.schedule.task_of(name, self._tasks.left)

    def start(self, task: PropertyTask) -> Harness:
        """Start a task, and return its harness."""
        progress = partial(Progress, task.name)
        self._harness = self._order(task).harness(self.session, lambda judged: self.notifier.send(progress(judged)))
        return self._harness

    def _order(self, task: PropertyTask) -> JudgeOrder:
        """Announce a task, and return it with what its harness needs."""
        self.notifier.send(PropertyStarted(task.name))
        return JudgeOrder(task, self._covers[task.name][task.covered :], self._avoided(task.name))

    def finish(self, task: PropertyTask, result: TaskResult, lane: Lane | None = None) -> Outcome:
        """Finish a task, and return the outcome over all tasks of the property so far. A failure is saved.

        If other lanes were at work, a failure must occur again alone.
        """
        with self._changed:
            self._judging -= 1
            self._verdicts += result.verdicts
            self._changed.notify_all()
            if not self._is_reproduced(result.outcome, lane):
                self.schedule.take_back(task)
                return replace(result.outcome, status=Status.NOT_RUN, failure=None)
            return self._add(task, result)

    def finish_order(self, order: JudgeOrder, answer: LaneResult, lane: Lane) -> None:
        """Finish a task of another lane."""
        self.session.asked[order.task.name] |= answer.asked
        self.session.known_causes |= answer.causes
        self.notifier.send(Progress(order.task.name, answer.result.outcome.judged))
        self.finish(order.task, answer.result, lane)

    def abandon(self, order: JudgeOrder) -> None:
        """Take back a task whose lane was closed."""
        with self._changed:
            self._judging -= 1
            self.schedule.take_back(order.task)
            self._changed.notify_all()

    def end_with(self, error: Exception) -> None:
        """End the run with an error of a lane's thread."""
        with self._changed:
            self._internal_error = error
            self._changed.notify_all()

    def _number_of_lanes(self) -> int:
        """The number of lanes that are worth their start."""
        names = [name for name in self._table.names if name not in self._closing]
        is_short = self.schedule.seconds < LEAST_LANE_SECONDS
        is_engine = self.session.subject.engine is not None and self.schedule.seconds == math.inf
        return 1 if is_short or is_engine else min(self._jobs, len(names) + (VOLUME in names))

    def _wait_for_task(self, choose: Callable[[], PropertyTask | None]) -> PropertyTask | None:
        """The next task that `choose` returns, None if it returns none and no lane is at work."""
        with self._changed:
            while True:
                task = None if self._confirming else choose()
                if task is not None:
                    self._judging += 1
                    return task
                if self.error is not None or not (self._judging or self._confirming):
                    return None
                self._changed.wait()

    def _choose(self) -> PropertyTask | None:
        """The next task of lane 0, None if there is none now."""
        task = self._choose_property(())
        if task is not None or self._judging or self.error is not None or self._has_stopped():
            return task
        pending = [name for name in self._closing if name not in self._table.statuses]
        return PropertyTask(pending[0], self.schedule.budget) if pending else None

    def _choose_for_other_lane(self) -> PropertyTask | None:
        """The same for another lane, which waits for the saved failures."""
        if SAVED_FAILURES in self._table.names and SAVED_FAILURES not in self._table.statuses:
            return None
        return self._choose_property((SAVED_FAILURES, PROPERTY))

    def _choose_property(self, without: Sequence[str]) -> PropertyTask | None:
        if self.error is not None or self._has_stopped():
            return None
        lanes = 1 + sum(not lane.is_closed for lane in self._lanes)
        shares = weights(self._covers, self._puzzles_per_second())
        return self.schedule.next_task(self._tasks.left, shares, lanes, without=without)

    def _puzzles_per_second(self) -> float:
        """The speed of the subject, in ordinary batches or in blocks: the start of a run may hide that it is fast."""
        blocks = sum(one.judged / one.seconds for one in self._table.outcomes if one.name == VOLUME and one.seconds)
        return max(blocks, self.session.retries.puzzles_per_second() or 0.0)

    def _is_reproduced(self, outcome: Outcome, lane: Lane | None) -> bool:
        """Whether a failure of a lane, None for lane 0, occurs again alone; the first of each cause is repeated.

        Waits until all lanes are idle. If it does not occur again, the run continues with lane 0.
        """
        found = outcome.failure.counterexample if outcome.failure is not None else None
        if not self._lanes or found is None or found.shrink_key in self._reproduced:
            return True
        if self._stops_at_failure:
            self._stop_others(lane)
        self._confirming += 1
        try:
            while self._judging:
                self._changed.wait()
            fails = fails_again(self.session, found) if lane is None else lane.fails_again(found)
        finally:
            self._confirming -= 1
            self._changed.notify_all()
        if fails:
            self._reproduced.add(found.shrink_key)
        elif self._lanes:
            self._remark = (
                f"A run that failed among {1 + len(self._lanes)} concurrent ones succeeded alone; all later runs "
                "were sequential, as with --jobs 1."
            )
            self._close_lanes()
        return fails

    def _stop_others(self, lane: Lane | None) -> None:
        """Stop all lanes but one, None for lane 0: the run ends, or goes on with lane 0."""
        for other in self._lanes:
            if other is not lane:
                other.close()
        if lane is not None and self._harness is not None:
            self._harness.stop()

    def _close_lanes(self) -> None:
        for lane in self._lanes:
            lane.close()
        self._lanes = []

    def _add(self, task: PropertyTask, result: TaskResult) -> Outcome:
        """Add the result of a task, and announce the outcome of its property if it is final."""
        cover = self._covers[task.name]
        not_asked = facets_of(cover[task.covered + result.covered :])
        outcome = replace(result.outcome, facets=len(facets_of(cover)), not_asked=not_asked)
        if self._store is not None:
            outcome = save(outcome, self.header, self._store)
        self._failed_kinds |= result.failed_kinds
        seconds, may_go_on = outcome.seconds, outcome.failure is None
        has_others = self._table.can_go_on(task.name, result.failed_kinds)
        outcome = self._table.add(self.expected.marked(outcome))
        if task.name in self._closing:
            return outcome
        is_finished = result.is_finished or not (may_go_on or has_others)
        is_thin = outcome.is_thin or outcome.status is Status.NOT_RUN
        self.schedule.finish(task, seconds, covered=result.covered, is_finished=is_finished, is_thin=is_thin)
        if has_others and not is_finished and self.schedule.is_done(task.name):
            self.schedule.repeat(task.name)
        if self.schedule.is_done(task.name) or outcome.has_failed:
            self.notifier.announce(outcome)
        return outcome

    def _avoided(self, name: str) -> frozenset[VisibleKind]:
        """The kinds of puzzle that a property leaves out: unpromised ones, and those for which the subject failed."""
        return self.session.subject.options.unpromised | self._table.left_out(name, self._failed_kinds)

    def _cover(self, name: str) -> Sequence[CoverBatch]:
        return covering_list(name, self.session.subject.options)

    def _has_stopped(self) -> bool:
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
        internal_error = internal_error or self._internal_error
        complete = complete and internal_error is None
        if not complete:
            self._close_lanes()
        for lane in self._lanes:
            lane.join()
        is_over = self._tasks.is_over
        outcomes = self._table.final()
        for outcome in outcomes:
            self.notifier.announce(outcome)
        notes = self.expected.stale(outcomes)
        complete = complete and (is_over or all(name in self._table.statuses for name in self._table.names))
        try:
            is_right = complete and not any(outcome.has_failed for outcome in outcomes)
            if is_right and self._measures_performance and self.notifier.error is None:
                self._measure_performance()
        except Exception as error:  # the reports are still to be written
            internal_error, complete = error, False
        self._internal_error = internal_error
        own = self.session.own_puzzles
        own_remark = own.describe() if own is not None and PROPERTY in self._table.names else None
        left_out = [
            f"After the failure for {kind.value}, these were left out. If the solver promises nothing for them, use "
            f"{kind.option}."
            for kind in VisibleKind
            if kind in self._failed_kinds
        ]
        forms = [remark for outcome in outcomes for remark in outcome.remarks]
        about = (*left_out, *forms, own_remark, self._remark, *self.session.subject.remarks)
        remarks = tuple(remark for remark in about if remark)
        seconds = self.session.clock() - self._started
        code = ExitCode.GOOD if internal_error is None else ExitCode.FAULT
        failed = [one.name for one in outcomes if one.has_failed and one.name not in self._closing]
        rounds = self.schedule.rounds(failed)
        performance = self.session.performance
        footer = graded(
            Footer(outcomes, seconds, code, complete, notes, rounds, remarks, is_over, performance, self._verdicts)
        )
        self.notifier.end(RunFinished(self.header, footer))
        return footer

    def _measure_performance(self) -> None:
        shape = self.session.subject.options.shape
        left = self._started + self.schedule.seconds - self.session.clock()
        seconds = min(self.schedule.budget.performance.seconds, left)
        if seconds >= SHORTEST_MEASUREMENT:
            self.session.measure_performance(workload(shape), seconds)

    def close(self) -> None:
        """End all lanes, and all processes of the subject."""
        self._close_lanes()
        self.session.close()
