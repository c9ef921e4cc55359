"""Lanes: processes that judge properties at the same time, each with a solver of its own.

    run ─┬─ lane 0   pytest, in this process ── the solver
         ├─ lane 1   a thread ── pipe ── a process with a LaneJudge ── another process of the solver
         └─ …

The thread takes the tasks of its lane from the run, and returns their results to it. The puzzles of a task depend on
the seed, the property and its round alone, so it makes no difference which lane judges it. Each lane has its own
session: it measures the speed of the solver beside the other lanes, and decides the verdicts of its puzzles.

A solver may not tolerate runs at the same time, for example if all write the same temporary file. So the run repeats
the first failure of each cause alone, while the other lanes wait. If it passes, the run continues with lane 0.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Protocol

from crosscover.harness.applies import Property
from crosscover.harness.harness import Harness, TaskResult
from crosscover.harness.judging import Counterexample, CoverBatch, ShrinkKey
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.harness.schedule import PropertyTask
from crosscover.harness.session import SubjectSession, open_session
from crosscover.subjects.subject import Subject
from crosscover.system import INTERRUPTS
from crosscover.visible_kinds import VisibleKind
from crosscover.workers import START_METHOD, become_worker, describe_exit, interrupts_blocked

EXIT_SECONDS = 1.0
"""Seconds that a process may take to end after it has closed its pipe."""

Test = Callable[[Harness], None]
"""The test of a property, as pytest calls it."""

Tests = Mapping[str, tuple[Property, Test]]
"""Properties and their tests, by name."""


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Start the solver, for a run of these seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class JudgeOrder:
    """Judge a task.

    `asked` has the hashes of the puzzles that the property has asked, `causes` are known ones, and `avoided` the kinds
    of puzzle that it leaves out.
    """

    task: PropertyTask
    cover: Sequence[CoverBatch] = ()
    avoided: frozenset[VisibleKind] = frozenset()
    asked: set[int] = field(default_factory=set[int])
    causes: set[ShrinkKey] = field(default_factory=set[ShrinkKey])

    def harness(self, session: SubjectSession, progress: Callable[[int], None] = lambda _: None) -> Harness:
        """Return the harness for the task."""
        return Harness(
            session,
            self.task.name,
            self.task.budget,
            seconds=self.task.seconds,
            cover=self.cover,
            avoided=self.avoided,
            progress=progress,
        )


@dataclass(frozen=True, slots=True)
class LaneResult:
    """The result of a task; the rest as in the order."""

    result: TaskResult
    asked: set[int]
    causes: set[ShrinkKey]


@dataclass(frozen=True, slots=True)
class ReproduceOrder:
    """Run a counterexample once more; the answer is whether it fails again."""

    found: Counterexample


Order = StartOrder | JudgeOrder | ReproduceOrder
Answer = None | LaneResult | bool


class LaneJudge:
    """The process of a lane: judges tasks with a session of its own."""

    def __init__(self, subject: Subject, tests: Tests, seed: int) -> None:
        """`seed` is that of the run."""
        self._seed = seed
        self._spec, self._options = subject.name, subject.options
        self._tests = tests
        self._inherited = subject if sys.platform == "linux" else None
        self._session: SubjectSession | None = None

    def __call__(self, order: Order) -> Answer:
        """Carry out an order."""
        session = self._open()
        match order:
            case StartOrder(seconds):
                session.start(seconds)
                session.retries.learn_speed()
                return None
            case JudgeOrder(task):
                session.asked[task.name] = order.asked
                session.known_causes |= order.causes
                result = self._judge(session, order)
                return LaneResult(result, session.asked[task.name], session.known_causes)
            case ReproduceOrder(found):
                return fails_again(session, found)

    def _open(self) -> SubjectSession:
        if self._session is None:
            if self._inherited is not None:  # a copy of the run's connection, which would keep its processes alive
                self._inherited.close()
            self._session = open_session(self._spec, self._options, seed=self._seed)
        return self._session

    def _judge(self, session: SubjectSession, order: JudgeOrder) -> TaskResult:
        """Judge a task as pytest does in lane 0."""
        judged, test = self._tests[order.task.name]
        harness = order.harness(session)
        error = None
        try:
            test(harness)
        except Exception as raised:
            error = raised
        return harness.result(judged, error)


def fails_again(session: SubjectSession, found: Counterexample) -> bool:
    """Whether a counterexample fails again."""
    session.subject.use_hash_seed(found.transcript.hash_seed)
    again = session.retries.reproduce(found.batch, found.formatting, session.deadline)
    return again.counterexample is not None


class LaneRun(Protocol):
    """The run, as its lanes see it."""

    def next_order(self) -> JudgeOrder | None:
        """The next task of a lane, None at the end; waits while other lanes may still leave one."""

    def finish_order(self, order: JudgeOrder, answer: LaneResult, lane: "Lane") -> None:
        """Finish a task."""

    def abandon(self, order: JudgeOrder) -> None:
        """Take back a task whose lane was closed."""

    def end_with(self, error: Exception) -> None:
        """End the run with an error of a lane's thread."""


class Lane:
    """A lane beside lane 0. It starts with the object; `serve` starts its thread."""

    def __init__(self, judge: LaneJudge, seconds: float) -> None:
        context: Any = get_context(START_METHOD)
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_carry_out_orders, args=(theirs, judge, seconds), daemon=True)
        with interrupts_blocked():
            self._process.start()  # here: the process ends with the thread that has started it
        theirs.close()
        self._thread: Thread | None = None
        self.is_closed = False

    def serve(self, run: LaneRun) -> None:
        """Judge the tasks of a run in a thread, until there are no more."""
        self._thread = Thread(target=self._serve, args=(run,), daemon=True)
        self._thread.start()

    def fails_again(self, found: Counterexample) -> bool:
        """Whether a counterexample fails again; called by the thread of the lane."""
        return self._ask(ReproduceOrder(found)) is True

    def join(self) -> None:
        """Wait for the end of the thread."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Kill the process, and with it its solver; the thread then ends."""
        self.is_closed = True
        self._process.kill()

    def _serve(self, run: LaneRun) -> None:
        try:
            self._judge_tasks(run)
        except Exception as error:
            run.end_with(error)
        finally:
            self._process.kill()
            self._process.join()

    def _judge_tasks(self, run: LaneRun) -> None:
        while not self.is_closed and (order := run.next_order()) is not None:
            answer = self._ask(order)
            if isinstance(answer, LaneResult):
                run.finish_order(order, answer, self)
            elif self.is_closed or -(self._process.exitcode or 0) in INTERRUPTS:
                self.is_closed = True
                run.abandon(order)
            else:
                self.is_closed = True
                run.finish_order(order, self._lost(order, answer), self)

    def _ask(self, order: Order) -> Answer | Exception:
        """The answer to an order, or the error of the lane; EOFError if its process has crashed."""
        try:
            self._connection.send(order)
            answer: Answer | Exception = self._connection.recv()
        except (EOFError, OSError):
            self._process.join(EXIT_SECONDS)
            return EOFError()
        return answer

    def _lost(self, order: JudgeOrder, answer: object) -> LaneResult:
        """The result of a task whose process crashed: a fault of crosscover."""
        match answer:
            case EOFError():
                reason = f"the process of a lane {describe_exit(self._process.exitcode or 0)}"
            case Exception():
                reason = f"a lane raised {type(answer).__name__}: {answer}"
            case _:
                reason = f"a lane returned {answer}"
        outcome = Outcome(order.task.name, "", Status.FAULT, failure=Failure(reason, cause=reason))
        return LaneResult(TaskResult(outcome, 0, is_finished=True), order.asked, order.causes)


def _carry_out_orders(connection: Connection, judge: LaneJudge, seconds: float) -> None:
    """Start the solver, then carry out orders until the other end of the pipe is closed."""
    become_worker()
    error: Exception | None = None
    try:
        judge(StartOrder(seconds))
    except Exception as raised:
        error = raised
    with suppress(EOFError):
        while True:
            order = connection.recv()
            try:
                connection.send(error or judge(order))
            except Exception as raised:
                connection.send(RuntimeError(f"{type(raised).__name__}: {raised}"))
