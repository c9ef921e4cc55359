"""Worker processes: results in order, and the effect of a crash, a timeout or an interrupt."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from pebble import ProcessExpired

from crosscover.workers import LOST, MAX_IN_FLIGHT_PER_WORKER, WorkerDiedError, Workers, describe_loss, map_in_order
from tests.processes import import_path, is_running, wait_until

jobs = pytest.mark.parametrize("jobs", [1, 2])
start_methods = pytest.mark.parametrize("start_method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])


def late_square(number: int) -> int:
    """The square of a number; smaller numbers take longer."""
    time.sleep(0.01 / (number + 1))
    return number * number


def work(task: Any) -> object:
    """Return the square of a number, or misbehave as the task demands."""
    match task:
        case int():
            return task * task
        case "exit":
            os._exit(7)
        case "hang":
            time.sleep(600)
        case "raise":
            raise KeyError(task)
        case "handlers":
            return [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
        case name:
            os.kill(os.getpid(), signal.Signals[name])
    return None


def outcome_of(future: Future[object]) -> object:
    """The result of a future, or the description of its loss."""
    try:
        return future.result(60)
    except LOST as error:
        return describe_loss(error)


@jobs
@pytest.mark.parametrize("chunk_size", [1, 3, 100])
def test_order(jobs: int, chunk_size: int) -> None:
    """Results come in the order of the tasks, whichever finishes first, with any chunk size."""
    results = map_in_order(late_square, range(20), jobs, chunk_size=chunk_size)
    assert list(results) == [number * number for number in range(20)]
    assert active_children() == []


@jobs
def test_error_in_a_task(jobs: int) -> None:
    """An exception of the function is raised after the results of earlier tasks."""
    results: list[object] = []
    with pytest.raises(KeyError, match="raise"):
        results.extend(map_in_order(work, [1, 2, "raise", 3, 4], jobs))
    assert results == [1, 4]


@jobs
@pytest.mark.parametrize("chunk_size", [1, 2])
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
    """A dead process is an error after the results of earlier tasks."""
    results: list[object] = []
    with pytest.raises(WorkerDiedError, match="a worker process was killed by SIGKILL"):
        results.extend(map_in_order(work, [1, 2, "SIGKILL", 3, 4], 2))
    assert results == [1, 4]


def test_interrupted_process() -> None:
    """A signal for all processes is an interrupt, even if it reaches a process before this one."""
    with pytest.raises(KeyboardInterrupt):
        list(map_in_order(work, [1, "SIGHUP", 2], 2))


def test_bounded() -> None:
    """Only as many tasks are read ahead as keep the processes busy."""
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with closing(map_in_order(work, tasks(), 2)) as results:
        for number in range(1, 50):
            assert next(results) == number * number
            assert taken - number <= MAX_IN_FLIGHT_PER_WORKER * 2


def test_handlers() -> None:
    """A worker is killed by a signal for all processes, regardless of its parent's handlers."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        assert list(map_in_order(work, ["handlers"], 2)) == [[signal.SIG_DFL] * 2]
    finally:
        signal.signal(signal.SIGTERM, before)


@start_methods
def test_each_death_costs_one_task(start_method: str) -> None:
    """If a task crashes its process or takes too long, all other tasks have their results."""
    with closing(Workers(work, 2, start_method)) as workers:
        tasks: list[int | str] = [1, "SIGKILL", 2, "exit", 3, "hang", 4]
        futures = [workers.submit(task, 0.3 if task == "hang" else 60) for task in tasks]
        outcomes = [outcome_of(future) for future in futures]
    deaths = ["was killed by SIGKILL", "ended with exit code 7", "gave no answer in 0.3 s"]
    assert outcomes == [1, deaths[0], 4, deaths[1], 9, deaths[2], 16]
    assert active_children() == []


PARENT = """
import sys
from crosscover.workers import Workers
from tests.test_workers import report_and_hang
if __name__ == "__main__":
    workers = Workers(report_and_hang, 2, sys.argv[2])
    [future, _] = [workers.submit(sys.argv[1]) for _ in range(2)]
    future.result()
"""


def report_and_hang(folder: str) -> None:
    """Write the process ID and hang."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


@start_methods
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they end with their task")
def test_processes_end_with_a_killed_parent(start_method: str, tmp_path: Path) -> None:
    """Workers end if their parent is killed, even during a task."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, tmp_path, start_method], env=os.environ | import_path())
    try:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not any(is_running(int(path.name)) for path in tmp_path.iterdir()))


def test_a_process_whose_parent_has_ended() -> None:
    """A process ends immediately if its parent ended before it could ask the system to be killed with it."""
    code = (
        "import os, sys; from crosscover.system import die_with_parent; die_with_parent(int(sys.argv[1])); print('on')"
    )
    for parent, expected in ((os.getpid(), "on\n"), (os.getpid() + 1, "")):
        command = [sys.executable, "-c", code, str(parent)]
        ended = subprocess.run(command, env=os.environ | import_path(), capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stdout) == (int(not expected), expected)


def test_the_end_of_workers_is_described() -> None:
    """The end of processes is described without the words of pebble."""
    for code, words in ((0, "ended with exit code 0"), (3, "ended with exit code 3"), (-9, "was killed by SIGKILL")):
        ended = ProcessExpired("Abnormal termination", code)  # type: ignore[no-untyped-call]
        assert describe_loss(ended) == words
    assert describe_loss(BrokenProcessPool("All workers expired")) == "ended, as did all others"


def test_an_interrupt_while_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waits until the processes have their handlers, and then ends all of them."""
    set_mask = signal.pthread_sigmask

    def interrupt(how: int, mask: set[signal.Signals]) -> object:
        before = set_mask(how, mask)
        if how == signal.SIG_SETMASK:
            raise KeyboardInterrupt
        return before

    monkeypatch.setattr(signal, "pthread_sigmask", interrupt)
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        Workers(abs, 2)
    assert set(active_children()) <= before
