"""Time limits for calls in this process.

They use SIGALRM, so they work in the main thread, for code that regularly returns to the interpreter, as the dancing
links do even when compiled. Searches in libraries (CP-SAT and the SAT solvers) use `seconds_left` and stop themselves,
in any thread. Nothing else is limited; user programs and functions run in their own processes and need no limit here.

Only the outermost limit replaces the caller's handler and alarm, so a limit inside it costs 1 us instead of 20 us: it
sets the next alarm only if that is later than its own end. An alarm before the end sets the next one.
"""

import math
import signal
import threading
import time
from contextvars import ContextVar
from types import FrameType
from typing import Optional

_innermost: ContextVar[Optional["TimeLimit"]] = ContextVar("innermost", default=None)
_next_alarm = math.inf
is_delayed = ContextVar("is_delayed", default=False)
"""Whether time limits of this thread wait; they expire up to a second after it is reset."""


def seconds_left() -> float:
    """Return the seconds left of the innermost time limit, infinity without one; raises TimeoutError at its end."""
    limit = _innermost.get()
    left = math.inf if limit is None else limit.end - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


class TimeLimit:
    """Raises TimeoutError in its block after a number of seconds, or when an enclosing limit expires; reusable.

    The error is raised again every second until it is delivered, since the garbage collector swallows exceptions in its
    callbacks. `end` is a time of `time.monotonic`.

    >>> with TimeLimit(10):
    ...     pass
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = math.inf
        self.has_alarm = False

    def __enter__(self) -> None:
        now = time.monotonic()
        self.end = now + self.seconds
        self._enclosing = _innermost.get()
        if self._enclosing is not None:
            self.end = min(self.end, self._enclosing.end)
            self.has_alarm = self._enclosing.has_alarm
        if self.end <= now:
            raise TimeoutError("it took too long")
        if self._enclosing is None:
            self.has_alarm = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
            if self.has_alarm:
                self._started = now
                self._timer = signal.getitimer(signal.ITIMER_REAL)
                self._handler = signal.signal(signal.SIGALRM, _raise_timeout)
                _set_alarm(self.end)
        elif self.has_alarm and self.end < _next_alarm:
            _set_alarm(self.end)
        _innermost.set(self)  # last, since nothing would end a limit whose `__enter__` is interrupted

    def __exit__(self, *_: object) -> None:
        _innermost.set(self._enclosing)
        if not self.has_alarm:
            return
        if self._enclosing is not None:
            if self._enclosing.end < _next_alarm:
                _set_alarm(self._enclosing.end)
            return
        _set_alarm(math.inf)
        signal.signal(signal.SIGALRM, self._handler)
        delay, interval = self._timer
        if delay and callable(self._handler):  # python-sat leaves alarms that would kill the process
            left = max(delay - time.monotonic() + self._started, 0.001)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _raise_timeout(_signal: int, frame: FrameType | None) -> None:
    """Raise TimeoutError if the innermost limit has expired, except while a limit ends, which would stay on."""
    global _next_alarm  # noqa: PLW0603 - there is one alarm per process
    limit, now = _innermost.get(), time.monotonic()
    if limit is None or limit.end > now:
        _set_alarm(math.inf if limit is None else limit.end)
        return
    _next_alarm = now + 1.0
    is_ending = frame is not None and frame.f_code is TimeLimit.__exit__.__code__
    if not is_ending and not is_delayed.get():
        raise TimeoutError(f"timed out after {limit.seconds:g} s")


def _set_alarm(end: float) -> None:
    """Set the alarm, and further ones every second; infinity turns it off."""
    global _next_alarm  # noqa: PLW0603 - as above
    _next_alarm = end
    if end == math.inf:
        signal.setitimer(signal.ITIMER_REAL, 0)
    else:
        signal.setitimer(signal.ITIMER_REAL, max(end - time.monotonic(), 0.001), 1.0)
