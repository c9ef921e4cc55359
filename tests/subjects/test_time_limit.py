"""The limit to a call in this process."""

import gc
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic

import pytest

from crosscover.subjects.time_limit import time_limit


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
