"""Whole files over many processes: tasks go out, results come back in the order of the tasks.

The processes are plain ones with a pipe each, watched by the one thread that there is. So an interrupt ends them at
once, a process that dies is noticed at once, and no more tasks and results are held than a few for each process.
"""

import ctypes
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Generic, Self, TypeVar, cast

Task = TypeVar("Task")
Result = TypeVar("Result")

HELD = 4
"""How many tasks for each process may be under way or wait for the results before them."""

PR_SET_PDEATHSIG = 1


class WorkerDiedError(RuntimeError):
    """A process ended in the middle of its work; the results of its task and of the later ones are lost."""


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(function: Callable[[Task], Result], chunks: Iterable[Task], jobs: int | None = None) -> Iterator[Result]:
    """Yield `function(chunk)` for each chunk, in order, worked out by so many processes; all cores where it is None.

    Chunks are taken as they are needed, and results held back, a few for each process; one job means this process.
    What `chunks` raises is raised after the results of the chunks before; so is what `function` raises. Raises
    WorkerDiedError where a process dies. Functions, chunks and results must be picklable.
    """
    jobs = cores() if jobs is None else jobs
    if jobs == 1:
        yield from map(function, chunks)
        return
    failure: Exception | None = None
    source = iter(chunks)
    with Workers(function, jobs) as workers:
        while failure is None:
            try:
                chunk = next(source)
            except StopIteration:
                break
            except Exception as error:
                failure = error
            else:
                yield from workers.put(chunk)
        yield from workers.drain()
    if failure is not None:
        raise failure


class Workers(Generic[Task, Result]):
    """Processes that each do one task at a time; to be closed, or used in a `with` statement."""

    def __init__(self, function: Callable[[Task], Result], jobs: int) -> None:
        self._function = function
        self._jobs = jobs
        self._started: dict[Connection, BaseProcess] = {}
        self._busy: dict[Connection, int] = {}
        self._free: list[Connection] = []
        self._waiting: deque[tuple[int, Task]] = deque()
        self._done: dict[int, tuple[bool, Result | Exception]] = {}
        self._put = 0
        self._given = 0

    def put(self, task: Task) -> Iterator[Result]:
        """Hand a task over, and yield the results that are due by now."""
        self._waiting.append((self._put, task))
        self._put += 1
        self._collect(0)
        while self._put - self._given > HELD * self._jobs:
            yield self._next()
        while self._given in self._done:
            yield self._next()

    def drain(self) -> Iterator[Result]:
        """Yield all results that are still to come."""
        while self._given < self._put:
            yield self._next()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._started.values():
            process.kill()
        for connection, process in self._started.items():
            process.join()
            connection.close()
        self._started.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _next(self) -> Result:
        while self._given not in self._done:
            self._collect(None)
        good, result = self._done.pop(self._given)
        self._given += 1
        if not good:
            raise cast("Exception", result)
        return cast("Result", result)

    def _collect(self, timeout: float | None) -> None:
        """Take what has come back, waiting so long for the first of it, and keep the processes busy."""
        self._send()
        for ready in wait(list(self._busy), timeout):
            connection = cast("Connection", ready)
            try:
                self._done[self._busy[connection]] = connection.recv()
            except (EOFError, ConnectionError):
                raise WorkerDiedError(self._epitaph(connection)) from None
            del self._busy[connection]
            self._free.append(connection)
        self._send()

    def _send(self) -> None:
        while self._waiting and (self._free or len(self._started) < self._jobs):
            connection = self._free.pop() if self._free else self._start()
            number, task = self._waiting.popleft()
            try:
                connection.send(task)
            except ConnectionError:
                raise WorkerDiedError(self._epitaph(connection)) from None
            self._busy[connection] = number

    def _start(self) -> Connection:
        # An interrupt must find the new process with its own way to take it, and this one with the process noted down.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            # Forking is by far the cheapest, and carries over tables that are built; elsewhere it is not safe.
            context = get_context("fork" if sys.platform == "linux" else None)
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, self._function, os.getpid()), daemon=True)
            process.start()
            self._started[ours] = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        return ours

    def _epitaph(self, connection: Connection) -> str:
        process = self._started[connection]
        process.join()
        code = process.exitcode or 0
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"a worker process {how}; its results, and those due after them, are missing"


def _work(connection: Connection, function: Callable[[Task], Result], parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us, and a terminal interrupts us both
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # even if the parent has no time to end us
    while os.getppid() == parent:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            connection.send((True, function(task)))
        except Exception as error:
            _send_error(connection, error)


def _send_error(connection: Connection, error: Exception) -> None:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own error, to see whether the other side can read it
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    connection.send((False, error))
