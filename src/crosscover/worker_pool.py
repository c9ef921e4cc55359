"""A pool of processes that returns results in the order of the tasks, and holds only a few for each process."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Generic, TypeVar

from crosscover.system import cores
from crosscover.workers import Died, Raised, Workers

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_IN_FLIGHT_PER_WORKER = 4
"""Maximum number of tasks per process that are unfinished or wait for earlier results."""


class WorkerDiedError(RuntimeError):
    """A process died; the results of its task and of later ones are lost."""


def map_in_order(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    jobs: int | None = None,
    *,
    chunk_size: int = 1,
    weigh: Callable[[Task], float] = lambda _task: 1,
) -> Generator[Result]:
    """Yield `function(task)` for each task, in order, computed by `jobs` processes (default: one per processor).

    Processes receive tasks with a total weight of `chunk_size` at a time, or one that is heavier. Tasks are consumed
    lazily, up to a few chunks per process; with one job this process does all. Errors of `tasks` are raised after the
    results of earlier tasks, those of `function` after the results of earlier chunks. Raises WorkerDiedError if a
    process dies, and KeyboardInterrupt if SIGTERM or SIGHUP ends it, perhaps sooner than this process. Functions, tasks
    and results must be picklable.
    """
    jobs = cores() if jobs is None else jobs
    if jobs == 1:
        yield from map(function, tasks)
        return
    errors: list[Exception] = []
    source = until_error(tasks, errors)
    with closing(WorkerPool(partial(_map_chunk, function), jobs)) as pool:
        while chunk := list(_take(source, chunk_size, weigh)):
            yield from chain.from_iterable(pool.submit(chunk))
        yield from chain.from_iterable(pool.drain())
    for error in errors:
        raise error


def until_error(tasks: Iterable[Task], errors: list[Exception]) -> Iterator[Task]:
    """Yield the tasks before an error, which is appended to `errors`."""
    try:
        yield from tasks
    except Exception as error:
        errors.append(error)


def _take(tasks: Iterator[Task], total: float, weigh: Callable[[Task], float]) -> Iterator[Task]:
    """The next tasks until their weights reach the total."""
    for task in tasks:
        yield task
        total -= weigh(task)
        if total <= 0:
            return


def _map_chunk(function: Callable[[Task], Result], chunk: list[Task]) -> list[Result]:
    return [function(task) for task in chunk]


class WorkerPool(Generic[Task, Result]):
    """Processes with results in the order of the tasks; to be closed."""

    def __init__(self, function: Callable[[Task], Result], jobs: int) -> None:
        self._workers: Workers[Task, Result] = Workers(function, jobs)
        self._in_flight = MAX_IN_FLIGHT_PER_WORKER * jobs
        self._outcomes: dict[int, Result | Raised | Died] = {}
        self._submitted = 0
        self._yielded = 0

    def submit(self, task: Task) -> Iterator[Result]:
        """Submit a task, and yield the results that are ready; a generator that must be exhausted."""
        self._workers.submit(task)
        self._submitted += 1
        self._collect(0)
        while self._yielded in self._outcomes or self._submitted - self._yielded > self._in_flight:
            yield self._next()

    def drain(self) -> Iterator[Result]:
        """Yield all remaining results."""
        while self._yielded < self._submitted:
            yield self._next()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._workers.close()

    def _next(self) -> Result:
        while self._yielded not in self._outcomes:
            self._collect(None)
        outcome = self._outcomes[self._yielded]
        if isinstance(outcome, Died):
            if outcome.is_interrupted:
                raise KeyboardInterrupt
            raise WorkerDiedError(f"a worker process {outcome.how}; its results and all later ones are missing")
        del self._outcomes[self._yielded]
        self._yielded += 1
        if isinstance(outcome, Raised):
            raise outcome.error
        return outcome

    def _collect(self, seconds: float | None) -> None:
        self._outcomes.update((number, outcome) for number, _, outcome in self._workers.wait(seconds))
