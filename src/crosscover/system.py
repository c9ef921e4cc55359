"""Services of the operating system; Windows lacks those for watching processes."""

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1

INTERRUPTS: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that commands may treat like Ctrl-C."""

WATCHES_PROCESSES = hasattr(os, "fork")
"""Whether processes can be watched and ended here, as solvers under test and pools of workers need."""


def die_with_parent() -> None:
    """On Linux, let the system kill this process when its parent ends; elsewhere do nothing."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - `crosscover solve` starts faster

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
