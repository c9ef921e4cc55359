"""Starting a program within bounds, and finding and ending all that it started.

The bounds are set between fork and exec, before the program's own code runs. Memory is bounded by RLIMIT_DATA where the
system is Linux: it counts what a program may write to, while RLIMIT_AS also counts address space that a run-time only
reserves; under 256 MiB of the latter neither Java nor Node starts at all.
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
"""Whether processes that lose their parent come to the supervisor; elsewhere only the program's own group is found."""

LISTS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()
"""Whether the kernel lists the children of a process; most do, and looking through all processes is slower."""

_KILL_TIMEOUT = 5.0
"""Seconds after which a process that does not go away is given up."""

_MEMORY = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS


def adopt_orphans() -> None:
    """Become the parent of every descendant that loses its own."""
    if ADOPTS_ORPHANS:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def spawn(request: RunRequest, streams: Sequence[int], *kept: int) -> int:
    """Start a program in a session of its own and return its process id; OSError where it cannot be started.

    `streams` become its standard input, output and error. Beside them only the descriptors that are `kept` stay open,
    which are its last arguments.
    """
    stdin, stdout, stderr = streams
    process = subprocess.Popen(  # noqa: S603 - to start the program is the purpose
        [*request.argv, *map(str, kept)],
        cwd=request.folder,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=kept,
        start_new_session=True,
        preexec_fn=partial(_confine, request.memory << 20, os.getpid()),  # noqa: PLW1509 - the supervisor has no threads
    )
    process.returncode = 0  # it is the watch that reaps it
    return process.pid


def _confine(memory: int, parent: int) -> None:
    """Set the bounds of this fresh fork, which is about to become the program."""
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    resource.setrlimit(_MEMORY, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft > memory:
        resource.setrlimit(resource.RLIMIT_STACK, (memory, hard))


def descendants(process: int, excluded: Collection[int] = ()) -> list[int]:
    """Every process below a given one, without the excluded ones and those below them; none where /proc is missing."""
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
        with contextlib.suppress(OSError):  # it ended meanwhile
            for thread in Path(f"/proc/{process}/task").iterdir():
                children += map(int, _read(thread / "children").split())
    else:
        for other in Path("/proc").glob("[0-9]*"):
            after_name = _read(other / "stat").rpartition(b")")[2]
            if after_name.split()[1:2] == [str(process).encode()]:
                children.append(int(other.name))
    return children


def _read(file: Path) -> bytes:
    """What the system says in a file of /proc; nothing where it has no such file, or the process ended meanwhile."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def process_name(process: int) -> str:
    """The name of a process, for people; a process may give itself any bytes."""
    name = _read(Path(f"/proc/{process}/comm")) or b"<exited>"
    return name.decode(errors="backslashreplace").strip()


def memory_held(process: int) -> int:
    """The kibibytes that a process has written to, its own and those that it shares; 0 where that is not known."""
    status = _read(Path(f"/proc/{process}/status"))
    return sum(map(int, re.findall(rb"^Rss(?:Anon|Shmem):\s*(\d+)", status, re.MULTILINE)))


def waited_seconds(process: int) -> float:
    """How long a process was ready to run while every processor ran others (`schedstat`); 0 where that is not known."""
    waited = _read(Path(f"/proc/{process}/schedstat")).split()[1:2]
    return int(waited[0]) / 1e9 if waited else 0.0


def signal_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to a process group if it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def reap() -> list[tuple[int, int, resource.struct_rusage]]:
    """Reap the children that have ended: the process id, the status and the usage of each."""
    ended: list[tuple[int, int, resource.struct_rusage]] = []
    with contextlib.suppress(ChildProcessError):
        while (child := os.wait4(-1, os.WNOHANG))[0]:
            ended.append(child)
    return ended


def end_all(reap: Callable[[], object], excluded: Collection[int] = (), root: int | None = None) -> None:
    """Kill and reap every process below this one, or below the root, but for the excluded ones.

    A new process may appear between listing and killing, hence the rounds; one that the system cannot end (it waits
    for a device, say) is given up after a few seconds.
    """
    until = time.monotonic() + _KILL_TIMEOUT
    reap()
    while (living := descendants(root or os.getpid(), excluded)) and time.monotonic() < until:
        for process in living:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.001)
        reap()
