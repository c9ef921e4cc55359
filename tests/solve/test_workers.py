"""Workers that return results as they finish, and that may die."""

import gc
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import active_children
from multiprocessing.connection import Connection, wait
from pathlib import Path

import pytest

from crosscover.workers import Died, Raised, Workers
from tests.processes import is_running, wait_until

KILL, EXIT, HANG, RAISE = -1, -2, -3, -4

ways = pytest.mark.parametrize("fresh", [False, True], ids=["fork", "interpreter"])


def work(number: int) -> int:
    """Return the square of a number, or misbehave as the task demands."""
    match number:
        case -1:
            os.kill(os.getpid(), signal.SIGKILL)
        case -2:
            os._exit(7)
        case -3:
            time.sleep(600)
        case -4:
            raise KeyError(number)
        case _:
            return number * number
    raise AssertionError


def large(_: object) -> bytes:
    """Return a result that does not fit into a pipe."""
    return bytes(10 << 20)


def outcomes_of(workers: Workers[int, int], tasks: list[int], seconds: float) -> dict[int, object]:
    """The outcome of each task, with a time limit for each."""
    for task in tasks:
        workers.submit(task, seconds)
    found: dict[int, object] = {}
    while len(found) < len(tasks):
        found.update((task, outcome) for _, task, outcome in workers.wait())
    return found


@ways
def test_each_death_costs_one_task(fresh: bool) -> None:
    """If a task kills its worker, all other tasks have their results."""
    with closing(Workers(work, 2, fresh=fresh)) as workers:
        found = outcomes_of(workers, [1, KILL, 2, EXIT, 3, RAISE, 4], 60)
    error = found.pop(RAISE)
    assert isinstance(error, Raised)
    assert isinstance(error.error, KeyError)
    assert found.pop(KILL) == Died("was killed by SIGKILL")
    assert found.pop(EXIT) == Died("ended with exit code 7")
    assert found == {1: 1, 2: 4, 3: 9, 4: 16}


@ways
def test_pipes_are_not_deleted_while_a_process_starts(fresh: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipe ends are deleted only with interrupts deferred, since one raised in a finaliser would be lost."""
    gc.collect()  # leftovers of other tests
    blocked: list[bool] = []

    def note(_: Connection) -> None:
        blocked.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))

    monkeypatch.setattr(Connection, "__del__", note)
    with closing(Workers(work, 1, fresh=fresh)) as workers:
        workers.submit(1)
        assert blocked == [True]


@ways
def test_hanging_process(fresh: bool) -> None:
    """A process that takes too long is killed and replaced."""
    with closing(Workers(work, 1, fresh=fresh)) as workers:
        workers.submit(HANG, 0.2)
        workers.submit(5)
        [first] = workers.wait()
        [second] = workers.wait()
    assert (first.number, first.outcome) == (0, Died("gave no answer in 0.2 s"))
    assert (second.number, second.outcome) == (1, 25)


def test_killed_while_sending_a_result() -> None:
    """A partial result counts as none."""
    with closing(Workers(large, 1)) as workers:
        workers.submit(None)
        wait(list(workers._processes))  # pyright: ignore[reportPrivateUsage]
        [process] = active_children()
        process.kill()
        [returned] = workers.wait()
    assert returned.outcome == Died("was killed by SIGKILL")


def test_bounded_wait() -> None:
    """Waiting ends after its time, or at once if no task is running."""
    with closing(Workers(work, 1)) as workers:
        assert workers.wait() == []
        workers.submit(HANG)
        assert workers.wait(0.01) == []
    assert active_children() == []


PARENT = """
import sys, time
from crosscover.workers import Workers
from tests.solve.test_workers import report_and_hang
workers = Workers(report_and_hang, 2, fresh=sys.argv[2] == "True")
for _ in range(2):
    workers.submit(sys.argv[1])
workers.wait()
"""


def report_and_hang(folder: str) -> None:
    """Write the process ID and hang."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


@ways
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they end with their task")
def test_processes_end_with_a_killed_parent(fresh: bool, tmp_path: Path) -> None:
    """Workers end if their parent is killed, whatever they are doing."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, tmp_path, str(fresh)], env=os.environ | import_path())
    try:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not any(is_running(int(path.name)) for path in tmp_path.iterdir()))


def import_path() -> dict[str, str]:
    """An environment in which a new interpreter has the same import path."""
    return {"PYTHONPATH": os.pathsep.join(path for path in [str(Path.cwd()), *sys.path] if path)}
