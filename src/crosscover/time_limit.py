"""Time limits for calls in this process.

They use SIGALRM, so they work in the main thread, for code that regularly returns to the interpreter, as the dancing
links do even when compiled. Searches in libraries use `seconds_left` and stop by themselves, in any thread: CP-SAT, and
the SAT solvers except Lingeling. There is no limit in other cases; programs and functions of users run in processes of
their own and need none here.
"""

import math
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from types import FrameType

REPEAT_INTERVAL = 1.0
"""Interval between signals in seconds."""

_deadline = ContextVar("deadline", default=math.inf)


def seconds_left() -> float:
    """The rest of the innermost time limit, infinity outside of any; raises TimeoutError if nothing is left."""
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Raise TimeoutError in the block after these seconds, or at the end of an enclosing limit.

    It is raised again until it is delivered, since exceptions inside a callback of the garbage collector are swallowed.
    """
    with repeated_time_limit(seconds) as limit, limit:
        yield


@contextmanager
def repeated_time_limit(seconds: float) -> Generator["TimeLimit"]:
    """A limit that can be entered repeatedly, each time with these seconds; cheaper than a `time_limit` for each.

    >>> with repeated_time_limit(10) as limit:
    ...     for number in range(3):
    ...         with limit:
    ...             pass
    """
    has_alarm = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    limit = TimeLimit(seconds, _deadline.get(), has_alarm=has_alarm)
    token = _deadline.set(limit.latest)
    try:
        with _alarm(limit) if has_alarm else nullcontext():
            yield limit
    finally:
        _deadline.reset(token)


class TimeLimit:
    """The result of `repeated_time_limit`; `latest` is the end of an enclosing limit."""

    def __init__(self, seconds: float, latest: float, *, has_alarm: bool) -> None:
        self.latest = latest
        self.is_running = False
        self.seconds = seconds
        self._has_alarm = has_alarm

    def __enter__(self) -> None:
        now = time.monotonic()
        end = min(now + self.seconds, self.latest)
        if end <= now:
            raise TimeoutError("it took too long")
        _deadline.set(end)
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, end - now, REPEAT_INTERVAL)
        self.is_running = True  # as the last step: nothing would end a limit whose `__enter__` is interrupted

    def __exit__(self, *_: object) -> None:
        self.is_running = False
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        _deadline.set(self.latest)


@contextmanager
def _alarm(limit: TimeLimit) -> Generator[None]:
    def raise_timeout(_signal: int, frame: FrameType | None) -> None:
        is_ending = frame is not None and frame.f_code is TimeLimit.__exit__.__code__
        if limit.is_running and not is_ending:  # an interrupted `__exit__` would leave the limit running
            raise TimeoutError(f"no end after {limit.seconds:g} s")

    started = time.monotonic()
    delay, interval = signal.getitimer(signal.ITIMER_REAL)
    before = signal.signal(signal.SIGALRM, raise_timeout)
    try:
        try:
            yield
        finally:
            limit.is_running = False  # if a signal comes just before this, the next one is a second away
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if delay and callable(before):  # some of python-sat's solvers leave an alarm that would kill the process
            signal.setitimer(signal.ITIMER_REAL, max(delay - time.monotonic() + started, 0.001), interval)
