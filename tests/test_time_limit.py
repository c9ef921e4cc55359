"""Time limits for calls in this process."""

import gc
import math
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from types import SimpleNamespace
from typing import cast

import pytest

from crosscover.time_limit import TimeLimit, seconds_left


class FakeTimer:
    """A clock that only `advance` moves, with an interval timer that raises real signals."""

    def __init__(self) -> None:
        self.now = 0.0
        self.end = math.inf
        self.interval = 0.0

    def monotonic(self) -> float:
        """Return the time in seconds."""
        return self.now

    def getitimer(self, _which: int) -> tuple[float, float]:
        """Return the seconds until the next signal, 0 if there is none, and the interval between signals."""
        return (0.0 if self.end == math.inf else self.end - self.now), self.interval

    def setitimer(self, which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        """Start the timer, or stop it if the seconds are 0."""
        before = self.getitimer(which)
        self.end, self.interval = (self.now + seconds if seconds else math.inf), interval
        return before

    def advance(self, seconds: float) -> None:
        """Advance the clock and raise the signals that occur in this time."""
        later = self.now + seconds
        while self.end <= later:
            self.now = self.end
            self.end += self.interval or math.inf
            signal.raise_signal(signal.SIGALRM)
        self.now = later


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> FakeTimer:
    """A timer that replaces the system's timer."""
    fake = FakeTimer()
    monkeypatch.setattr("crosscover.time_limit.time", SimpleNamespace(monotonic=fake.monotonic))
    monkeypatch.setattr(signal, "getitimer", fake.getitimer)
    monkeypatch.setattr(signal, "setitimer", fake.setitimer)
    return fake


@pytest.fixture
def alarms() -> Iterator[list[int]]:
    """The signals that the caller's handler has received."""
    received: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: received.append(number))
    yield received
    signal.signal(signal.SIGALRM, before)


@contextmanager
def on_collection(act: Callable[[], object]) -> Generator[None]:
    """Call a function at each garbage collection, as Hypothesis does; its exceptions are swallowed."""

    def collected(_phase: str, _info: dict[str, int]) -> None:
        act()

    gc.callbacks.append(collected)
    try:
        yield
    finally:
        gc.callbacks.remove(collected)


def busy(seconds: float) -> None:
    """Compute for some seconds, in bytecode that a signal can interrupt."""
    end = monotonic() + seconds
    while monotonic() < end:
        pass


def test_in_time(timer: FakeTimer) -> None:
    """A call that ends in time is not interrupted, nor is the code after it."""
    before = signal.getsignal(signal.SIGALRM)
    with TimeLimit(0.1):
        timer.advance(0.09)
    timer.advance(1.0)
    assert signal.getsignal(signal.SIGALRM) is before
    assert timer.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_too_slow() -> None:
    """A call that takes too long raises TimeoutError."""
    with pytest.raises(TimeoutError, match=r"timed out after 0\.1 s"), TimeLimit(0.1):
        busy(20)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_swallowed() -> None:
    """A timeout that is raised, and swallowed, during a garbage collection is raised again."""

    def collect_and_work() -> None:
        with on_collection(lambda: busy(0.3)):
            gc.collect()
        busy(20)

    with pytest.raises(TimeoutError), TimeLimit(0.1):
        collect_and_work()


def test_a_signal_between_call_and_end(timer: FakeTimer) -> None:
    """A signal that arrives while a limit ends raises nothing; otherwise the limit would stay on and end other work."""
    with TimeLimit(0.3):
        raise_timeout = cast("Callable[[int, object], object]", signal.getsignal(signal.SIGALRM))
        raise_timeout(signal.SIGALRM, SimpleNamespace(f_code=TimeLimit.__exit__.__code__))
        with pytest.raises(TimeoutError):
            raise_timeout(signal.SIGALRM, None)
    timer.advance(1.0)


def test_alarm_of_the_caller(timer: FakeTimer, alarms: list[int]) -> None:
    """An alarm that the caller had set is delivered after the limit ends."""
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(TimeoutError), TimeLimit(0.1):
        timer.advance(20)
    timer.advance(0.05)
    assert alarms == []
    timer.advance(0.05)
    assert alarms == [signal.SIGALRM]


def test_alarm_without_handler() -> None:
    """An alarm that would kill the process, as MapleCM leaves one behind, is not set again."""
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        with TimeLimit(10):
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_repeated(timer: FakeTimer) -> None:
    """A repeated limit restarts each time it is entered, even after a timeout, and is off outside."""
    before = signal.getsignal(signal.SIGALRM)
    limit = TimeLimit(0.3)
    for _ in range(2):
        with limit:
            timer.advance(0.29)
        with pytest.raises(TimeoutError, match=r"timed out after 0\.3 s"), limit:
            timer.advance(0.31)
    timer.advance(1.0)
    assert seconds_left() == math.inf
    assert (signal.getsignal(signal.SIGALRM), timer.getitimer(signal.ITIMER_REAL)) == (before, (0, 0))


def test_repeated_within_another() -> None:
    """A repeated limit never outlasts the limit around it, and raises immediately once the outer limit has passed."""

    def repeat() -> None:
        limit = TimeLimit(20)
        for _ in range(2):
            with pytest.raises(TimeoutError), limit:
                busy(20)
        busy(20)

    with pytest.raises(TimeoutError), TimeLimit(0.1):
        repeat()
