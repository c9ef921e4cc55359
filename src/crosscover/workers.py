"""Worker processes that return results in any order.

Each is a plain process with a pipe, watched by the thread that waits for results. So an interrupt ends all of them at
once, a process that dies is noticed at once and costs only its own task, and one that hangs can be killed.
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
"""Seconds for which a new interpreter waits for a task before it ends, as its parent may be on a machine of others."""

_EXIT_SECONDS = 1.0
"""Seconds that a process may take to end after it has closed its pipe."""


class Raised(NamedTuple):
    """The outcome of a task whose function raised an error."""

    error: Exception


class Died(NamedTuple):
    """The outcome of a task whose process died or timed out, in words; `is_interrupted` if by a signal for all."""

    how: str
    is_interrupted: bool = False


class Returned(NamedTuple, Generic[Task, Result]):
    """A task with its outcome; tasks are numbered from 0 as they are submitted."""

    number: int
    task: Task
    outcome: Result | Raised | Died


class _Running(NamedTuple, Generic[Task]):
    number: int
    task: Task
    seconds: float
    deadline: float


class Workers(Generic[Task, Result]):
    """Processes that each do one task at a time, and return results in any order; to be closed.

    A process is started for a task if none is idle and there are fewer than `jobs`. It is identified by this end of its
    pipe, and replaced if it dies. The processes are forks of this one, or with `fresh` new interpreters, because a
    process with threads must not fork.
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
        """Submit a task with its time limit in seconds."""
        self._queue.append((self._submitted, task, seconds))
        self._submitted += 1
        self._dispatch()

    def wait(self, seconds: float | None = None) -> list[Returned[Task, Result]]:
        """The tasks that have returned, after at most `seconds` for the first; may be empty."""
        until = math.inf if seconds is None else time.monotonic() + seconds
        while self._running and not self._returned:
            now = time.monotonic()
            deadline = min(until, *(running.deadline for running in self._running.values()))
            for ready in wait(list(self._running), None if deadline == math.inf else max(0, deadline - now)):
                self._receive(cast("Connection", ready))
            self._end_timed_out()
            self._dispatch()
            if now >= until:
                break
        returned, self._returned = self._returned, []
        return returned

    def kill(self) -> None:
        """Kill the processes; another thread that waits for their results receives that they died."""
        for process in tuple(self._processes.values()):
            process.kill()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._processes.values():
            process.kill()
        for connection, process in self._processes.items():
            process.join()
            connection.close()
        self._processes.clear()

    def _dispatch(self) -> None:
        """Hand waiting tasks to idle processes."""
        while self._queue and len(self._running) < self._jobs:
            connection = self._idle_process() or self._start_process()
            number, task, seconds = self._queue.popleft()
            self._running[connection] = _Running(number, task, seconds, time.monotonic() + seconds)
            try:
                connection.send(task)
            except ConnectionError:
                self._return(connection, self._remove(connection))

    def _idle_process(self) -> Connection | None:
        for connection in self._processes.keys() - self._running.keys():
            if not connection.poll():
                return connection
            self._remove(connection)
        return None

    def _receive(self, connection: Connection) -> None:
        try:
            outcome: Result | Raised | Died = connection.recv()
        except (EOFError, OSError):
            outcome = self._remove(connection)
        self._return(connection, outcome)

    def _end_timed_out(self) -> None:
        now = time.monotonic()
        for connection, running in list(self._running.items()):
            if running.deadline <= now:
                self._processes[connection].kill()
                self._remove(connection)
                self._return(connection, Died(f"gave no answer in {running.seconds:g} s"))

    def _return(self, connection: Connection, outcome: Result | Raised | Died) -> None:
        running = self._running.pop(connection)
        self._returned.append(Returned(running.number, running.task, outcome))

    def _remove(self, connection: Connection) -> Died:
        """Remove a process that has closed its pipe, and describe how it ended."""
        process = self._processes.pop(connection)
        process.join(_EXIT_SECONDS)
        process.kill()
        process.join()
        connection.close()
        code = process.exitcode or 0
        if code >= 0:
            return Died(f"ended with exit code {code}")
        return Died(f"was killed by {signal.Signals(-code).name}", -code in INTERRUPTS)

    def _start_process(self) -> Connection:
        # Before an interrupt, the new process needs its own handlers, and this one must have recorded the process and
        # closed the other end of the pipe: an exception during the deletion of an object would be lost.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            ours, process = self._start(self._function)
            self._processes[ours] = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return ours


def _fork(function: Callable[[Task], object]) -> tuple[Connection, BaseProcess]:
    """Fork: by far the cheapest way, and the child inherits tables."""
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
    """A new Python interpreter at the other end of a pipe, with the interface of a process of `multiprocessing`.

    It is not one of them, since their daemons, such as Dask's workers, may not start any.
    """

    def __init__(self, connection: Connection) -> None:
        code = "import sys; sys.path[:] = sys.argv[3:]; from crosscover.workers import serve; serve()"
        arguments = [str(connection.fileno()), str(os.getpid()), *sys.path]
        self._process = subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-c", code, *arguments], stdin=subprocess.DEVNULL, pass_fds=[connection.fileno()]
        )
        self.kill = self._process.kill

    @property
    def exitcode(self) -> int | None:
        """The exit code as in `multiprocessing`."""
        return self._process.returncode

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end of the process."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return


def serve() -> None:
    """Work in this new interpreter; its arguments are the descriptor of the pipe and the ID of the parent."""
    connection = Connection(int(sys.argv[1]))
    _work(connection, connection.recv(), int(sys.argv[2]), IDLE_SECONDS)


def _work(
    connection: Connection, function: Callable[[Task], Result], parent: int, idle_seconds: float | None = None
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process; a terminal interrupts both
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # not the handlers of the parent
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    die_with_parent()  # even if it has no time to end this process
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
    """The error, or its name and message if it cannot be unpickled."""
    try:
        return cast("Exception", pickle.loads(pickle.dumps(error)))  # noqa: S301 - our own error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
