"""Processes that work: tasks go out, results come back as they come.

The processes are plain ones with a pipe each, watched by the thread that waits for them. So an interrupt ends them at
once, a process that dies is noticed at once and costs its own task alone, and one that hangs can be ended.
docs/how-to/cluster.md compares this with other pools.
"""

import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, NamedTuple, TypeVar, cast

from crosscover.system import INTERRUPTS, die_with_parent

Task = TypeVar("Task")
Result = TypeVar("Result")

IDLE_SECONDS = 60.0
"""How long a new interpreter waits for a task before it ends: whoever started it may be a guest where it runs."""

_EXIT_SECONDS = 1.0
"""How long a process that has closed its pipe may take to end by itself."""


class Raised(NamedTuple):
    """What a task came to where the function raised."""

    error: Exception


class Died(NamedTuple):
    """What a task came to where its process died, or was ended since it took too long, in words."""

    how: str


class Returned(NamedTuple, Generic[Task, Result]):
    """A task that came back, its number as it was submitted, from 0, and what it came to."""

    number: int
    task: Task
    outcome: Result | Raised | Died


class _Running(NamedTuple, Generic[Task]):
    number: int
    task: Task
    seconds: float
    deadline: float


class Workers(Generic[Task, Result]):
    """Processes that each do one task at a time, and give results as they come; to be closed.

    A process is started for a task as long as there are fewer than `jobs` and none is idle, and is known by this end
    of its pipe. Where one dies another takes its place, and nothing is lost if it was idle. They are forks of this
    process, or with `fresh` new interpreters: a process that has threads must not fork.
    """

    def __init__(self, function: Callable[[Task], Result], jobs: int, *, fresh: bool = sys.platform != "linux") -> None:
        self._function = function
        self._jobs = jobs
        self._start = _start_interpreter if fresh else _fork
        self._processes: dict[Connection, BaseProcess | _Interpreter] = {}
        self._running: dict[Connection, _Running[Task]] = {}
        self._queue: deque[tuple[int, Task, float]] = deque()
        self._returned: list[Returned[Task, Result]] = []
        self._submitted = 0

    def submit(self, task: Task, seconds: float = math.inf) -> None:
        """Hand a task over; a process that takes longer for it is ended."""
        self._queue.append((self._submitted, task, seconds))
        self._submitted += 1
        self._dispatch()

    def wait(self, seconds: float | None = None) -> list[Returned[Task, Result]]:
        """What has come back, waiting so long for the first of it, or as long as it takes; may be nothing."""
        until = math.inf if seconds is None else time.monotonic() + seconds
        while self._running and not self._returned:
            now = time.monotonic()
            deadline = min(until, *(running.deadline for running in self._running.values()))
            for ready in wait(list(self._running), None if deadline == math.inf else max(0, deadline - now)):
                self._receive(cast("Connection", ready))
            self._end_overdue()
            self._dispatch()
            if now >= until:
                break
        returned, self._returned = self._returned, []
        return returned

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._processes.values():
            process.kill()
        for connection, process in self._processes.items():
            process.join()
            connection.close()
        self._processes.clear()

    def _dispatch(self) -> None:
        """Keep the processes busy."""
        while self._queue and len(self._running) < self._jobs:
            connection = self._idle_process() or self._start_process()
            number, task, seconds = self._queue.popleft()
            self._running[connection] = _Running(number, task, seconds, time.monotonic() + seconds)
            try:
                connection.send(task)
            except ConnectionError:
                self._return(connection, Died(self._bury(connection)))

    def _idle_process(self) -> Connection | None:
        for connection in self._processes.keys() - self._running.keys():
            if not connection.poll():
                return connection
            self._bury(connection)
        return None

    def _receive(self, connection: Connection) -> None:
        try:
            outcome: Result | Raised | Died = connection.recv()
        except (EOFError, OSError):
            outcome = Died(self._bury(connection))
        self._return(connection, outcome)

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for connection, running in list(self._running.items()):
            if running.deadline <= now:
                self._processes[connection].kill()
                self._bury(connection)
                self._return(connection, Died(f"gave no answer in {running.seconds:g} s"))

    def _return(self, connection: Connection, outcome: Result | Raised | Died) -> None:
        running = self._running.pop(connection)
        self._returned.append(Returned(running.number, running.task, outcome))

    def _bury(self, connection: Connection) -> str:
        """Forget a process that has closed its pipe, and say how it ended."""
        process = self._processes.pop(connection)
        process.join(_EXIT_SECONDS)
        process.kill()
        process.join()
        connection.close()
        code = process.exitcode or 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def _start_process(self) -> Connection:
        # An interrupt must find the new process with its own way to take it, and this one with the process noted down
        # and the other end of the pipe gone: what is raised while an object is deleted would be lost.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            ours, process = self._start(self._function)
            self._processes[ours] = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return ours


def _fork(function: Callable[[Task], object]) -> tuple[Connection, BaseProcess]:
    """By far the cheapest way, and tables that are built are carried over."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, function, os.getpid()), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _start_interpreter(function: Callable[[Task], object]) -> tuple[Connection, "_Interpreter"]:
    ours, theirs = get_context("spawn").Pipe()
    process = _Interpreter(theirs)
    theirs.close()
    ours.send(function)
    return ours, process


class _Interpreter:
    """A new Python that works at the other end of a pipe, with the interface of a process of `multiprocessing`.

    It is none of them since their daemons, such as Dask's workers, may not start any.
    """

    def __init__(self, connection: Connection) -> None:
        code = "import sys; sys.path[:] = sys.argv[3:]; from crosscover.workers import serve; serve()"
        arguments = [str(connection.fileno()), str(os.getpid()), *sys.path]
        self._process = subprocess.Popen(  # noqa: S603 - it is this program itself
            [sys.executable, "-c", code, *arguments], stdin=subprocess.DEVNULL, pass_fds=[connection.fileno()]
        )
        self.kill = self._process.kill

    @property
    def exitcode(self) -> int | None:
        """As that of a process of `multiprocessing`."""
        return self._process.returncode

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return


def serve() -> None:
    """Work in this new interpreter: the arguments name the descriptor of the pipe, and the parent."""
    connection = Connection(int(sys.argv[1]))
    _work(connection, connection.recv(), int(sys.argv[2]), IDLE_SECONDS)


def _work(
    connection: Connection, function: Callable[[Task], Result], parent: int, idle_seconds: float | None = None
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us, and a terminal interrupts us both
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # what the parent does then, such as to raise, is for the parent alone
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    die_with_parent()  # even if it has no time to end us
    while os.getppid() == parent and connection.poll(idle_seconds):
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            connection.send(function(task))
        except Exception as error:
            connection.send(Raised(_sendable(error)))


def _sendable(error: Exception) -> Exception:
    """The error, or its name and message where the other side could not read it."""
    try:
        return cast("Exception", pickle.loads(pickle.dumps(error)))  # noqa: S301 - our own error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
