"""Start a program with limits, and find and end all its processes.

The limits are set between fork and exec, before the program's own code runs. On Linux, RLIMIT_DATA limits memory: it
counts writable memory, while RLIMIT_AS also counts address space that a runtime only reserves. Neither Java nor Node
starts with an address space of 256 MiB.
"""

import contextlib
import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from crosscover.system import die_with_parent

from .wire import RunRequest

_PR_SET_CHILD_SUBREAPER = 36

ADOPTS_ORPHANS = sys.platform == "linux"
"""Whether the supervisor adopts orphaned processes; elsewhere only the program's own process group is found."""

LISTS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()
"""Whether the kernel lists the children of a process; most do, and searching all processes is slower."""

_KILL_TIMEOUT = 5.0
"""Time limit in seconds for processes to end after SIGKILL."""

_MEMORY = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant."""
    if ADOPTS_ORPHANS:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def spawn(request: RunRequest, streams: Sequence[int], *kept: int) -> int:
    """Start a program in its own session and return its process ID; raises OSError if it cannot be started.

    `streams` become its stdin, stdout and stderr. Of all other descriptors, only `kept` stay open; they are its last
    arguments.
    """
    stdin, stdout, stderr = streams
    process = subprocess.Popen(  # noqa: S603 - starting the program is the purpose
        [*request.argv, *map(str, kept)],
        cwd=request.folder,
        env=request.environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=kept,
        start_new_session=True,
        preexec_fn=partial(_confine, (request.reserved or request.memory) << 20, os.getpid()),  # noqa: PLW1509 - the supervisor has no threads
    )
    process.returncode = 0  # the watch reaps it
    return process.pid


def _confine(memory: int, parent: int) -> None:
    """Set the limits of a new fork, which will become the program."""
    die_with_parent(parent)
    resource.setrlimit(_MEMORY, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft > memory:
        resource.setrlimit(resource.RLIMIT_STACK, (memory, hard))


def descendants(process: int, excluded: Collection[int] = ()) -> list[int]:
    """All descendants of a process, without the excluded ones and their descendants; none if /proc is missing."""
    found: list[int] = []
    pending = [process]
    while pending:
        for child in _children(pending.pop()):
            if child not in excluded:
                found.append(child)
                pending.append(child)
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    if LISTS_CHILDREN:
        with contextlib.suppress(OSError):  # it has ended
            for thread in Path(f"/proc/{process}/task").iterdir():
                children += map(int, read_file(thread / "children").split())
    else:
        for other in Path("/proc").glob("[0-9]*"):
            after_name = read_file(other / "stat").rpartition(b")")[2]
            if after_name.split()[1:2] == [str(process).encode()]:
                children.append(int(other.name))
    return children


def read_file(file: Path) -> bytes:
    """Return the content of a file in /proc; empty if there is no such file, or if the process has ended."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def process_name(process: int) -> str:
    """The printable name of a process; a process may choose any bytes."""
    name = read_file(Path(f"/proc/{process}/comm")) or b"<exited>"
    return name.decode(errors="backslashreplace").strip()


def memory_held(process: int) -> int:
    """The memory in KiB that a process has written to, including shared memory; 0 if unknown."""
    status = read_file(Path(f"/proc/{process}/status"))
    return sum(map(int, re.findall(rb"^Rss(?:Anon|Shmem):\s*(\d+)", status, re.MULTILINE)))


def signal_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to a process group if it exists."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def reap() -> list[tuple[int, int, resource.struct_rusage]]:
    """Reap the children that have ended; returns the process ID, status and usage of each."""
    ended: list[tuple[int, int, resource.struct_rusage]] = []
    with contextlib.suppress(ChildProcessError):
        while (child := os.wait4(-1, os.WNOHANG))[0]:
            ended.append(child)
    return ended


def end_all(reap: Callable[[], object], excluded: Collection[int] = (), root: int | None = None) -> None:
    """Kill and reap all descendants of this process, or of the root, except for the excluded ones.

    New processes may appear between listing and killing, so this repeats. It gives up after a few seconds, if the
    system cannot end a process, for example one that waits for a device.
    """
    until = time.monotonic() + _KILL_TIMEOUT
    reap()
    while (living := descendants(root or os.getpid(), excluded)) and time.monotonic() < until:
        for process in living:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.001)
        reap()
