"""A limit to the time that a call in this process may take.

It rests on SIGALRM, so it holds in the main thread, and for code that returns to the interpreter now and then.
Elsewhere there is no limit; programs and functions of users run in processes of their own and need none here.
"""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

REPEAT_INTERVAL = 1.0
"""Seconds from one signal to the next."""


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Raise TimeoutError in what is run inside once the seconds are over.

    It is raised again until it is delivered, since exceptions that are raised inside a callback of the garbage
    collector are swallowed.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def raise_timeout(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no end after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
