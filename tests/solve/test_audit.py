"""Work over processes, in order."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from crosscover.worker_pool import HELD, WorkerDiedError, in_order

jobs = pytest.mark.parametrize("jobs", [1, 2, 3])


class Stubborn(Exception):  # noqa: N818 - an error that cannot be sent from one process to another
    """Cannot be unpickled."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def late_square(number: int) -> int:
    """The square, the later the smaller the number."""
    time.sleep(0.02 / (number + 1))
    return number * number


def picky(number: int) -> int:
    """The number, unless it is 3."""
    if number == 3:
        raise KeyError(number)
    return number


def stubborn(number: int) -> int:
    """Raises what cannot be sent."""
    raise Stubborn("no", str(number))


def deadly(number: int) -> int:
    """Ends the process at 3."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@jobs
def test_order(jobs: int) -> None:
    """Results come in the order of the chunks, whichever is ready first."""
    assert list(in_order(late_square, range(20), jobs)) == [number * number for number in range(20)]


def test_no_chunks() -> None:
    """No chunks, no results."""
    assert list(in_order(late_square, [], 2)) == []


@jobs
def test_error_in_a_chunk(jobs: int) -> None:
    """What the function raises comes after the results of the chunks before."""
    results: list[int] = []
    with pytest.raises(KeyError, match="3"):
        results.extend(in_order(picky, range(9), jobs))
    assert results == [0, 1, 2]


def test_error_that_cannot_be_sent() -> None:
    """An error that does not survive the way comes as its name and message."""
    with pytest.raises(RuntimeError, match="Stubborn: no0"):
        list(in_order(stubborn, range(2), 2))


@jobs
def test_error_among_the_chunks(jobs: int) -> None:
    """What the chunks raise comes after the results of all chunks before."""

    def chunks() -> Iterator[int]:
        yield from range(5)
        raise ValueError("bad chunk")

    results: list[int] = []
    with pytest.raises(ValueError, match="bad chunk"):
        results.extend(in_order(late_square, chunks(), jobs))
    assert results == [0, 1, 4, 9, 16]


def test_dead_process() -> None:
    """A process that dies is an error, after the results of the chunks before its own."""
    results: list[int] = []
    with pytest.raises(WorkerDiedError, match="a worker process was killed by SIGKILL"):
        results.extend(in_order(deadly, range(9), 2))
    assert results == list(range(len(results)))
    assert len(results) <= 3


def test_bounded() -> None:
    """Chunks are taken only as far ahead as the processes can be kept busy with."""
    taken = 0

    def chunks() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = in_order(picky, (number + 10 for number in chunks()), 2)
    for number in range(1, 100):
        assert next(results) == number + 10
        assert taken - number <= HELD * 2 + 1
    results.close()  # type: ignore[attr-defined]  # it is a generator
