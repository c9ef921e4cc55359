"""Services of the operating system; Windows lacks the services that watch processes."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer

_PR_SET_PDEATHSIG = 1

INTERRUPTS: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that commands may treat like Ctrl-C."""

WATCHES_PROCESSES = hasattr(os, "fork")
"""Whether processes can be watched and killed here, as solvers under test and worker pools require."""


def die_with_parent(parent: int) -> None:
    """On Linux, let the system kill this process when the parent with this process ID ends.

    Exit immediately if the parent has already ended.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - `crosscover solve` starts faster

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def cores() -> int:
    """Return the number of processors that this process may use; 1 if it cannot watch other processes."""
    if not WATCHES_PROCESSES:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def describe_machine() -> dict[str, str]:
    """Describe the cores for this process, the memory, the system, and the Python that runs crosscover."""
    import platform  # noqa: PLC0415 - `crosscover solve` starts faster

    import psutil  # noqa: PLC0415 - as above

    memory = f"{psutil.virtual_memory().total / 2**30:.1f} GiB"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"cores": str(cores()), "memory": memory, "system": platform.platform(), "python": python}


@contextmanager
def lost_interrupts_repeated() -> Generator[None]:
    """Repeat interrupts that Python loses inside the `with` block.

    Python cannot raise KeyboardInterrupt during a garbage collection. This is not rare, since Hypothesis registers a
    callback for each collection. A timer sends the signal again, and the main thread handles it as usual. Other
    unraisable exceptions are ignored.
    """

    def raise_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    before, sys.unraisablehook = sys.unraisablehook, raise_again
    try:
        yield
    finally:
        sys.unraisablehook = before
