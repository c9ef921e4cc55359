"""Worker processes, which pebble starts, watches and replaces.

A process that crashes or times out loses only its own task, an interrupt ends all processes immediately, and none of
them outlives this process. `concurrent.futures`, loky and joblib can neither end one hanging task nor find the one that
crashed a process.
"""

import gc
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Generic, TypeVar

from pebble import ProcessExpired, ProcessPool

from crosscover.system import INTERRUPTS, cores, die_with_parent

Task = TypeVar("Task")
Result = TypeVar("Result")

START_METHOD = "fork" if sys.platform == "linux" else "spawn"
"""Forking is by far the cheapest method and inherits tables, but it is safe only on Linux."""

MAX_IN_FLIGHT_PER_WORKER = 4
"""Maximum number of chunks per process that are unfinished or wait for earlier results."""

LOST = (ProcessExpired, TimeoutError, BrokenProcessPool)
"""Errors of a future whose process crashed or timed out."""


class WorkerDiedError(RuntimeError):
    """A process died; the results of its task and of later tasks are lost."""


class Workers(Generic[Task, Result]):
    """Processes that apply a function to tasks; the caller must close them.

    `start_method` is a start method of `multiprocessing`: a process with threads must not fork.
    """

    def __init__(self, function: Callable[[Task], Result], jobs: int, start_method: str = START_METHOD) -> None:
        context: Any = get_context(start_method)
        self._pool: Any = ProcessPool(jobs, initializer=_begin, initargs=(function,), context=context)
        try:
            # The signals wait until the processes have handlers of their own; then an interrupt is raised here.
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
            try:
                _ = self._pool.active  # starts the processes
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        except BaseException:
            self.close()
            raise

    def submit(self, task: Task, seconds: float | None = None) -> Future[Result]:
        """Submit a task with its time limit in seconds; raises BrokenProcessPool if the processes have ended."""
        try:
            future: Future[Result] = self._pool.schedule(_work, (task,), timeout=seconds)
        except RuntimeError:
            raise BrokenProcessPool from None
        return future

    def close(self) -> None:
        """Kill the processes."""
        self._pool.stop()
        self._pool.join()


_function: Callable[[Any], Any]


def _begin(function: Callable[[Any], Any]) -> None:
    """Store the function, ignore Ctrl-C, which the parent handles, and make this process end with its parent."""
    gc.freeze()  # what was inherited is never garbage; without this, collections take 4% of the time
    global _function  # noqa: PLW0603 - sent once, not with every task
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in set(INTERRUPTS) - {signal.SIGINT}:
        signal.signal(number, signal.SIG_DFL)  # not the handlers of the parent, or of pebble
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    parent = parent_process()
    if parent is not None and parent.pid is not None:
        die_with_parent(parent.pid)


def _work(task: Any) -> Any:
    return _function(task)


def describe_loss(error: BaseException) -> str:
    """Describe one of the errors `LOST`, as the predicate of a sentence about a process."""
    match error:
        case ProcessExpired():
            code = error.exitcode
            return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        case TimeoutError(args=(_, float() | int() as seconds)):
            return f"gave no answer in {seconds:g} s"
        case BrokenProcessPool():
            return "ended, as did all others"
        case _:
            return str(error)


def map_in_order(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    jobs: int | None = None,
    *,
    chunk_size: int = 1,
) -> Generator[Result]:
    """Yield `function(task)` for each task, in order, computed by `jobs` processes; with one job, by this process.

    Processes receive `chunk_size` tasks at a time. Tasks are consumed lazily, up to a few chunks per process. Errors of
    `tasks` are raised after the results of earlier tasks, errors of `function` after the results of earlier chunks.
    Raises WorkerDiedError if a process dies, and KeyboardInterrupt if SIGTERM or SIGHUP ends it, perhaps before it ends
    this process. Functions, tasks, results and errors must be picklable.
    """
    jobs = jobs or cores()
    if jobs == 1:
        yield from map(function, tasks)
        return
    errors: list[Exception] = []
    source = until_error(tasks, errors)
    futures: deque[Future[list[Result]]] = deque()
    try:
        with closing(Workers(partial(_map_chunk, function), jobs)) as workers:
            while chunk := list(islice(source, chunk_size)):
                futures.append(workers.submit(chunk))
                while futures and (futures[0].done() or len(futures) >= MAX_IN_FLIGHT_PER_WORKER * jobs):
                    yield from futures.popleft().result()
            while futures:
                yield from futures.popleft().result()
    except LOST as loss:
        if isinstance(loss, ProcessExpired) and -loss.exitcode in INTERRUPTS:
            raise KeyboardInterrupt from None
        message = f"a worker process {describe_loss(loss)}; its results and all later ones are missing"
        raise WorkerDiedError(message) from None
    for error in errors:
        raise error


def until_error(tasks: Iterable[Task], errors: list[Exception]) -> Iterator[Task]:
    """Yield the tasks before an error, and append the error to `errors`."""
    try:
        yield from tasks
    except Exception as error:
        errors.append(error)


def _map_chunk(function: Callable[[Task], Result], chunk: list[Task]) -> list[Result]:
    return [function(task) for task in chunk]
