"""A pool of processes: tasks go out, results come back in the order of the tasks.

The processes are plain ones with a pipe each, watched by the one thread that there is. So an interrupt ends them at
once, a process that dies is noticed at once, and no more tasks and results are held than a few for each process.
"""

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar, cast

from crosscover.system import INTERRUPTS, WATCHES_PROCESSES, die_with_parent

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_IN_FLIGHT_PER_WORKER = 4
"""How many tasks for each process may be under way or wait for the results before them."""


class WorkerDiedError(RuntimeError):
    """A process ended in the middle of its work; the results of its task and of the later ones are lost."""


def cores() -> int:
    """The number of processors that this process may use; 1 where it could not watch other processes."""
    if not WATCHES_PROCESSES:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_in_order(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int | None = None, *, chunk_size: int = 1
) -> Generator[Result]:
    """Yield `function(task)` for each task, in order, worked out by `jobs` processes; one a processor where it is None.

    A process is handed `chunk_size` tasks at once. Tasks are taken as they are needed, and results held back, a few
    chunks for each process; one job means this process. What `tasks` raises is raised after the results of the tasks
    before, what `function` raises after those of the chunks before. Raises WorkerDiedError where a process dies.
    Functions, tasks and results must be picklable.
    """
    jobs = cores() if jobs is None else jobs
    if jobs == 1:
        yield from map(function, tasks)
        return
    failures: list[Exception] = []

    def tasks_until_failure() -> Iterator[Task]:
        try:
            yield from tasks
        except Exception as error:
            failures.append(error)

    source = tasks_until_failure()
    with closing(WorkerPool(partial(_map_chunk, function), jobs)) as pool:
        while chunk := list(islice(source, chunk_size)):
            yield from chain.from_iterable(pool.submit(chunk))
        yield from chain.from_iterable(pool.drain())
    if failures:
        raise failures[0]


def _map_chunk(function: Callable[[Task], Result], chunk: list[Task]) -> list[Result]:
    return [function(task) for task in chunk]


class WorkerPool(Generic[Task, Result]):
    """Processes that each do one task at a time; to be closed.

    Tasks are numbered as they are submitted. A process is started for a task as long as there are fewer than `jobs`
    and none is idle, and is known by this end of its pipe.
    """

    def __init__(self, function: Callable[[Task], Result], jobs: int) -> None:
        self._function = function
        self._jobs = jobs
        self._processes: dict[Connection, BaseProcess] = {}
        self._running: dict[Connection, int] = {}
        self._queue: deque[tuple[int, Task]] = deque()
        self._results: dict[int, tuple[bool, object]] = {}
        self._submitted = 0
        self._yielded = 0

    def submit(self, task: Task) -> Iterator[Result]:
        """Hand a task over, and yield the results that are due by now; a generator, which has to be run through."""
        self._queue.append((self._submitted, task))
        self._submitted += 1
        self._collect(0)
        while self._submitted - self._yielded > MAX_IN_FLIGHT_PER_WORKER * self._jobs:
            yield self._next()
        while self._yielded in self._results:
            yield self._next()

    def drain(self) -> Iterator[Result]:
        """Yield all results that are still to come."""
        while self._yielded < self._submitted:
            yield self._next()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._processes.values():
            process.kill()
        for connection, process in self._processes.items():
            process.join()
            connection.close()
        self._processes.clear()

    def _next(self) -> Result:
        while self._yielded not in self._results:
            self._collect(None)
        good, result = self._results.pop(self._yielded)
        self._yielded += 1
        if not good:
            raise cast("Exception", result)
        return cast("Result", result)

    def _collect(self, timeout: float | None) -> None:
        """Take what has come back, waiting so long for the first of it, and keep the processes busy."""
        for ready in wait(list(self._running), timeout):
            connection = cast("Connection", ready)
            try:
                self._results[self._running[connection]] = connection.recv()
            except (EOFError, ConnectionError):
                raise self._died(connection) from None
            del self._running[connection]
        while self._queue and len(self._running) < self._jobs:
            idle = self._processes.keys() - self._running.keys()
            connection = idle.pop() if idle else self._start_process()
            self._running[connection], task = self._queue.popleft()
            try:
                connection.send(task)
            except ConnectionError:
                raise self._died(connection) from None

    def _start_process(self) -> Connection:
        # An interrupt must find the new process with its own way to take it, and this one with the process noted down.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            # Forking is by far the cheapest, and carries over tables that are built; elsewhere it is not safe.
            context = get_context("fork" if sys.platform == "linux" else None)
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, self._function, os.getpid()), daemon=True)
            process.start()
            self._processes[ours] = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        return ours

    def _died(self, connection: Connection) -> WorkerDiedError:
        process = self._processes[connection]
        process.join()
        code = process.exitcode or 0
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return WorkerDiedError(f"a worker process {how}; its results, and those due after them, are missing")


def _work(connection: Connection, function: Callable[[Task], Result], parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us, and a terminal interrupts us both
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # what the parent does then, such as to raise, is for the parent alone
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    die_with_parent()  # even if it has no time to end us
    while os.getppid() == parent:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            connection.send((True, function(task)))
        except Exception as error:
            connection.send((False, _sendable(error)))


def _sendable(error: Exception) -> Exception:
    """The error, or its name and message where the other side could not read it."""
    try:
        return cast("Exception", pickle.loads(pickle.dumps(error)))  # noqa: S301 - our own error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
