"""What the operating system offers: everything on Linux and macOS, on Windows what needs no processes to be watched."""

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1

INTERRUPTS: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that a command may take as Ctrl-C."""

WATCHES_PROCESSES = hasattr(os, "fork")
"""Whether processes can be started, watched and ended here as solvers under test, and pools of workers, need it."""


def die_with_parent() -> None:
    """Have this process killed by the system when its parent ends; where the system is not Linux, do nothing."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - `crosscover solve` starts faster

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
