"""A limit to the time that a call in this process may take.

It rests on SIGALRM, so it holds in the main thread, and for code that returns to the interpreter now and then: the
dancing links do so also when compiled. What searches in a library asks for `seconds_left` and stops by itself, in any
thread: CP-SAT, and the SAT solvers but those of which `BACKENDS` says that they cannot be stopped. Elsewhere there is
no limit; programs and functions of users run in processes of their own and need none here.
"""

import math
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

REPEAT_INTERVAL = 1.0
"""Seconds from one signal to the next."""

_deadline = ContextVar("deadline", default=math.inf)


def seconds_left() -> float:
    """What is left of the innermost limit, infinity outside of any; raises TimeoutError where nothing is."""
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is over")
    return left


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Raise TimeoutError in what is run inside once the seconds are over, or those of a limit around it.

    It is raised again until it is delivered, since exceptions that are raised inside a callback of the garbage
    collector are swallowed.
    """
    seconds = min(seconds, seconds_left())
    token = _deadline.set(time.monotonic() + seconds)
    try:
        with _alarm(seconds):
            yield
    finally:
        _deadline.reset(token)


@contextmanager
def _alarm(seconds: float) -> Generator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    armed = True

    def raise_timeout(_signal: int, _frame: FrameType | None) -> None:
        if armed:
            raise TimeoutError(f"no end after {seconds:g} s")

    started = time.monotonic()
    delay, interval = signal.getitimer(signal.ITIMER_REAL)
    before = signal.signal(signal.SIGALRM, raise_timeout)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_INTERVAL)
            yield
        finally:
            armed = False  # where the signal comes just before this, the next one is a second away
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if delay and callable(before):  # some of python-sat's solvers leave an alarm that would kill the process
            signal.setitimer(signal.ITIMER_REAL, max(delay - time.monotonic() + started, 0.001), interval)
