"""The process pool with results in order."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from threading import Lock

import pytest

from crosscover.worker_pool import MAX_IN_FLIGHT_PER_WORKER, WorkerDiedError, WorkerPool, map_in_order

jobs = pytest.mark.parametrize("jobs", [1, 2, 3])


class UnpicklableError(Exception):
    """An exception that cannot be pickled."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.lock = Lock()


def late_square(number: int) -> int:
    """The square of a number; smaller numbers take longer."""
    time.sleep(0.02 / (number + 1))
    return number * number


def raise_at_three(number: int) -> int:
    """Return the number, or raise if it is 3."""
    if number == 3:
        raise KeyError(number)
    return number


def raise_unpicklable(number: int) -> int:
    """Raise an exception that cannot be pickled."""
    raise UnpicklableError(f"no{number}")


def kill_at_three(number: int) -> int:
    """Kill the process at 3."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def hang_up_at_three(number: int) -> int:
    """End the process at 3 as a signal for all processes does."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGHUP)
    return number


@jobs
def test_order(jobs: int) -> None:
    """Results come in the order of the tasks, whichever finishes first."""
    assert list(map_in_order(late_square, range(20), jobs)) == [number * number for number in range(20)]


@jobs
@pytest.mark.parametrize("chunk_size", [1, 3, 20, 100])
def test_chunks(jobs: int, chunk_size: int) -> None:
    """With any chunk size each task has its result, in order."""
    results = map_in_order(late_square, range(20), jobs, chunk_size=chunk_size)
    assert list(results) == [number * number for number in range(20)]


def test_no_tasks() -> None:
    """Without tasks there are no results."""
    assert list(map_in_order(late_square, [], 2)) == []


@jobs
def test_error_in_a_task(jobs: int) -> None:
    """An exception of the function is raised after the results of earlier tasks."""
    results: list[int] = []
    with pytest.raises(KeyError, match="3"):
        results.extend(map_in_order(raise_at_three, range(9), jobs))
    assert results == [0, 1, 2]


def test_error_that_cannot_be_pickled() -> None:
    """An exception that cannot be pickled is raised as its name and message."""
    with pytest.raises(RuntimeError, match="UnpicklableError: no0"):
        list(map_in_order(raise_unpicklable, range(2), 2))


@jobs
@pytest.mark.parametrize("chunk_size", [1, 2, 5, 6])
def test_error_in_the_iterator_of_tasks(jobs: int, chunk_size: int) -> None:
    """An exception of the iterator of tasks is raised after the results of all earlier tasks."""

    def tasks() -> Iterator[int]:
        yield from range(5)
        raise ValueError("bad task")

    results: list[int] = []
    with pytest.raises(ValueError, match="bad task"):
        results.extend(map_in_order(late_square, tasks(), jobs, chunk_size=chunk_size))
    assert results == [0, 1, 4, 9, 16]


def test_dead_process() -> None:
    """A dead process is an error after the results of the tasks before its own."""
    results: list[int] = []
    with pytest.raises(WorkerDiedError, match="a worker process was killed by SIGKILL"):
        results.extend(map_in_order(kill_at_three, range(9), 2))
    assert results == list(range(len(results)))
    assert len(results) <= 3


def test_interrupted_process() -> None:
    """A signal for all processes is an interrupt, even if it reaches a process before this one."""
    with pytest.raises(KeyboardInterrupt):
        list(map_in_order(hang_up_at_three, range(9), 2))


def test_dead_idle_process() -> None:
    """A process that dies while idle is replaced."""
    with closing(WorkerPool(late_square, 1)) as pool:
        assert [*pool.submit(1), *pool.drain()] == [1]
        (process,) = active_children()
        process.kill()
        process.join()
        assert [*pool.submit(2), *pool.drain()] == [4]


def test_bounded() -> None:
    """Only as many tasks are read ahead as keep the processes busy."""
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken + 10

    with closing(map_in_order(raise_at_three, tasks(), 2)) as results:
        for number in range(1, 100):
            assert next(results) == number + 10
            assert taken - number <= MAX_IN_FLIGHT_PER_WORKER * 2 + 1


def test_processes_end_with_the_pool() -> None:
    """No process survives the pool."""
    with closing(WorkerPool(late_square, 2)) as pool:
        list(pool.submit(1))
        assert len(active_children()) == 1
    assert active_children() == []


def test_no_more_processes_than_needed() -> None:
    """A process is started only if none is idle."""
    with closing(WorkerPool(late_square, 3)) as pool:
        for number in range(5):
            assert [*pool.submit(number), *pool.drain()] == [number * number]
        assert len(active_children()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupt_while_a_process_starts(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a signal interrupts the start of a process, the process ends with the pool."""
    start = BaseProcess.start

    def start_interrupted(process: BaseProcess) -> None:
        start(process)
        signal.raise_signal(number)

    monkeypatch.setattr(BaseProcess, "start", start_interrupted)
    before = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), closing(WorkerPool(late_square, 2)) as pool:
            list(pool.submit(3))
    finally:
        signal.signal(number, before)
    assert active_children() == []


def handling(number: int) -> object:
    """The signal handlers of a worker."""
    return signal.getsignal(number)


def test_signals_to_a_process() -> None:
    """A worker dies of SIGTERM, whatever handler its parent has."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        assert list(map_in_order(handling, [signal.SIGTERM], 2)) == [signal.SIG_DFL]
    finally:
        signal.signal(signal.SIGTERM, before)
