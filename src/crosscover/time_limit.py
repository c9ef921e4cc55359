"""Time limits for calls in this process.

They use SIGALRM, so they work in the main thread, for code that regularly returns to the interpreter, as the dancing
links do even when compiled. Searches in libraries (CP-SAT and the SAT solvers) use `seconds_left` and stop themselves,
in any thread. Nothing else is limited; user programs and functions run in their own processes and need no limit here.
"""

import math
import signal
import threading
import time
from contextvars import ContextVar
from types import FrameType

_deadline = ContextVar("deadline", default=math.inf)
is_delayed = ContextVar("is_delayed", default=False)
"""Whether time limits of this thread wait; they expire up to a second after it is reset."""


def seconds_left() -> float:
    """Return the seconds left of the innermost time limit, infinity without one; raises TimeoutError at its end."""
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


class TimeLimit:
    """Raises TimeoutError in its block after a number of seconds, or when an enclosing limit expires; reusable.

    The error is raised again every second until it is delivered, since the garbage collector swallows exceptions in its
    callbacks.

    >>> with TimeLimit(10):
    ...     pass
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_running = False

    def __enter__(self) -> None:
        now = time.monotonic()
        self._enclosing = _deadline.get()
        end = min(now + self._seconds, self._enclosing)
        if end <= now:
            raise TimeoutError("it took too long")
        self._started = now
        self._has_alarm = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
        if self._has_alarm:
            self._timer = signal.getitimer(signal.ITIMER_REAL)
            self._handler = signal.signal(signal.SIGALRM, self._raise_timeout)
            signal.setitimer(signal.ITIMER_REAL, end - now, 1.0)
        _deadline.set(end)
        self._is_running = True  # last, since nothing would end a limit whose `__enter__` is interrupted

    def __exit__(self, *_: object) -> None:
        self._is_running = False
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)
            delay, interval = self._timer
            if delay and callable(self._handler):  # python-sat leaves alarms that would kill the process
                left = max(delay - time.monotonic() + self._started, 0.001)
                signal.setitimer(signal.ITIMER_REAL, left, interval)
        _deadline.set(self._enclosing)

    def _raise_timeout(self, _signal: int, frame: FrameType | None) -> None:
        is_ending = frame is not None and frame.f_code is TimeLimit.__exit__.__code__
        # an interrupted `__exit__` would leave the limit running
        if self._is_running and not is_ending and not is_delayed.get():
            raise TimeoutError(f"timed out after {self._seconds:g} s")
