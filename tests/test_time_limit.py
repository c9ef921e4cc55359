"""The limit to a call in this process."""

import gc
import math
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic

import pytest

from crosscover.time_limit import repeated_time_limit, seconds_left, time_limit


@contextmanager
def collecting(act: Callable[[], object]) -> Generator[None]:
    """Do that on each collection of garbage, as Hypothesis does: what it raises there goes nowhere."""

    def collected(_phase: str, _info: dict[str, int]) -> None:
        act()

    gc.callbacks.append(collected)
    try:
        yield
    finally:
        gc.callbacks.remove(collected)


def busy(seconds: float) -> None:
    """Be busy for so long, where a signal can break in."""
    end = monotonic() + seconds
    while monotonic() < end:
        pass


def test_in_time() -> None:
    """What ends in time is left alone, also afterwards."""
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(0.1):
        pass
    busy(0.3)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_late() -> None:
    """What takes too long is stopped."""
    with pytest.raises(TimeoutError, match=r"no end after 0\.1 s"), time_limit(0.1):
        busy(20)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_unheard() -> None:
    """Where the signal comes while garbage is collected it comes again."""

    def unheard() -> None:
        with collecting(lambda: busy(0.3)):
            gc.collect()
        busy(20)

    with pytest.raises(TimeoutError), time_limit(0.1):
        unheard()


def test_at_once() -> None:
    """A limit that is over before the call begins, or as it ends, leaves nothing behind."""
    before = signal.getsignal(signal.SIGALRM)
    for number in range(500):
        try:
            with time_limit(4e-9 * number**2):
                busy(0.001)
        except TimeoutError:
            pass
        assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == (before, (0, 0))
    assert seconds_left() == math.inf


def test_within_another() -> None:
    """A limit ends what is inside of it whatever other limit has been there or is."""

    def nested() -> None:
        with time_limit(20):
            assert seconds_left() < 1
        busy(20)

    with pytest.raises(TimeoutError), time_limit(0.1):
        nested()
    with pytest.raises(TimeoutError), time_limit(0.1), time_limit(20):
        busy(20)


def test_alarm_of_somebody_else() -> None:
    """An alarm that was set before comes afterwards."""
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(TimeoutError), time_limit(0.1):
            busy(20)
        busy(0.5)
        assert rung == [signal.SIGALRM]
    finally:
        signal.signal(signal.SIGALRM, before)


def test_alarm_that_nobody_handles() -> None:
    """An alarm that would kill the process, as MapleCM leaves one behind, is not set again."""
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        with time_limit(10):
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_again_and_again() -> None:
    """Each time that a repeated limit is entered it begins anew, also after it was exceeded; outside it is off."""
    before = signal.getsignal(signal.SIGALRM)
    with repeated_time_limit(0.3) as limit:
        for _ in range(2):
            with limit:
                busy(0.2)
            with pytest.raises(TimeoutError, match=r"no end after 0\.3 s"), limit:
                busy(20)
        busy(0.4)
        assert seconds_left() == math.inf
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == (before, (0, 0))


def test_repeated_within_another() -> None:
    """A repeated limit does not outlast the one around it, and is over at once where that one is."""

    def repeat() -> None:
        with repeated_time_limit(20) as limit:
            for _ in range(2):
                with pytest.raises(TimeoutError), limit:
                    busy(20)
        busy(20)

    with pytest.raises(TimeoutError), time_limit(0.1):
        repeat()
