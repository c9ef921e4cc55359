"""Start a program with limits, and find and end all its processes.

The limits are set between fork and exec. On Linux, RLIMIT_DATA limits memory: it counts writable memory, while
RLIMIT_AS also counts address space that a runtime only reserves.
"""

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil

from crosscover.system import die_with_parent

from .wire import RunRequest

ADOPTS_ORPHANS = sys.platform == "linux"
"""Whether the supervisor adopts orphaned processes; elsewhere it finds only the program's own process group."""

_PR_SET_CHILD_SUBREAPER = 36
_KILL_TIMEOUT = 5.0  # seconds; a process that waits for a device cannot be ended


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant."""
    if ADOPTS_ORPHANS:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def spawn(request: RunRequest, stdin: int, stdout: int, stderr: int, *kept: int) -> int:
    """Start a program in its own session and return its process ID; raises OSError if it cannot be started.

    Of all other descriptors, only `kept` stay open; they are its last arguments.
    """
    process = subprocess.Popen(  # noqa: S603 - starting the program is the purpose
        [*request.argv, *map(str, kept)],
        cwd=request.folder,
        env=request.environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=kept,
        start_new_session=True,
        preexec_fn=partial(_confine, request.memory << 20, os.getpid()),  # noqa: PLW1509 - the supervisor has no threads
    )
    process.returncode = 0  # the watch reaps it
    return process.pid


def _confine(memory: int, parent: int) -> None:
    die_with_parent(parent)
    resource.setrlimit(resource.RLIMIT_DATA if ADOPTS_ORPHANS else resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft > memory:
        resource.setrlimit(resource.RLIMIT_STACK, (memory, hard))


def descendants(excluded: int = 0) -> list[psutil.Process]:
    """List the descendants of this process, without a child and its descendants.

    This takes milliseconds: psutil reads all processes of the machine.
    """
    found: list[psutil.Process] = []
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            found += [child, *child.children(recursive=True)] if child.pid != excluded else []
    return found


def has_descendants(excluded: int = 0) -> bool:
    """Whether there are `descendants`; cheap on Linux, where all orphans are children of this process."""
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_bytes()
    except OSError:
        return bool(descendants(excluded))
    return not {excluded}.issuperset(map(int, children.split()))


def end_all(reap: Callable[[], object], excluded: int = 0) -> None:
    """Kill and reap the descendants, repeatedly, since new ones may appear between listing and killing."""
    until = time.monotonic() + _KILL_TIMEOUT
    reap()
    while has_descendants(excluded) and time.monotonic() < until:
        for process in descendants(excluded):
            with suppress(psutil.Error):
                process.kill()
        time.sleep(0.001)
        reap()


def reap() -> list[tuple[int, int, resource.struct_rusage]]:
    """Reap the children that have ended; returns the process ID, status and usage of each."""
    ended: list[tuple[int, int, resource.struct_rusage]] = []
    with suppress(ChildProcessError):
        while (child := os.wait4(-1, os.WNOHANG))[0]:
            ended.append(child)
    return ended
