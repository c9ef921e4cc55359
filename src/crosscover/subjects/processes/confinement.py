"""Starting a program within bounds, and finding and ending all that it started.

The bounds are set between fork and exec, before the program's own code runs. Memory is bounded by RLIMIT_DATA where the
system is Linux: it counts what a program may write to, while RLIMIT_AS also counts address space that a run-time only
reserves; under 256 MiB of the latter neither Java nor Node starts at all.
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

_PR_SET_PDEATHSIG = 1
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


def die_with_parent() -> None:
    """Have this process killed by the system when its parent ends; where the system is not Linux, do nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Launch:
    """How a program is started: `streams` become its standard input, output and error, `extra` stays open beside them.

    `memory` is in bytes.
    """

    argv: tuple[str, ...]
    folder: str
    streams: tuple[int, ...]
    memory: int
    extra: int | None = None


def spawn(launch: Launch) -> int:
    """Start a program in a session of its own and return its process id; OSError where it cannot be started."""
    error_r, error_w = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _exec_child(launch, parent, error_w)
    os.close(error_w)
    failure = os.read(error_r, 16)
    os.close(error_r)
    if failure:
        os.waitpid(child, 0)
        raise OSError(int(failure), os.strerror(int(failure)), launch.argv[0])
    return child


def _exec_child(launch: Launch, parent: int, error_w: int) -> NoReturn:
    """Turn this fresh fork into the program; where that fails, write the number of the error to `error_w`."""
    try:
        os.setsid()
        die_with_parent()
        if os.getppid() != parent:
            os._exit(1)
        for number, stream in enumerate(launch.streams):
            os.dup2(stream, number)
        if launch.extra is not None:
            os.set_inheritable(launch.extra, True)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these two, and what is ignored stays so
            signal.signal(number, signal.SIG_DFL)
        os.chdir(launch.folder)
        _set_limits(launch.memory)
        os.execvp(launch.argv[0], launch.argv)  # noqa: S606 - starting the program, without a shell, is the purpose
    except OSError as error:
        os.write(error_w, str(error.errno).encode())
    finally:
        os._exit(127)


def _set_limits(memory: int) -> None:
    resource.setrlimit(_MEMORY, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft > memory:
        resource.setrlimit(resource.RLIMIT_STACK, (memory, hard))


def descendants(process: int, excluded: int | None = None) -> list[int]:
    """Every process below a given one, without the excluded one and what is below that; none where /proc is missing."""
    found: list[int] = []
    pending = [process]
    while pending:
        for child in _children(pending.pop()):
            if child != excluded:
                found.append(child)
                pending.append(child)
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    if not LISTS_CHILDREN:
        return [child for child, parent in _parents().items() if parent == process]
    with contextlib.suppress(OSError):  # it ended meanwhile
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text().split())
    return children


def _parents() -> dict[int, int]:
    parents: dict[int, int] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            after_name = (process / "stat").read_text().rpartition(")")[2]
            parents[int(process.name)] = int(after_name.split()[1])
    return parents


def process_name(process: int) -> str:
    """The name of a process, for people."""
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return "<exited>"


def waited_seconds(process: int) -> float:
    """How long a process was ready to run while every processor ran others (`schedstat`); 0 where that is not known."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def signal_all(processes: list[int], number: signal.Signals) -> None:
    """Send a signal to each process that is still there."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def signal_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to a process group if it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def end_all(reap: Callable[[], None], excluded: int | None = None) -> None:
    """Kill and reap every process below this one, but for the excluded one.

    A new process may appear between listing and killing, hence the rounds; one that the system cannot end (it waits
    for a device, say) is given up after a few seconds.
    """
    until = time.monotonic() + _KILL_TIMEOUT
    reap()
    while (living := descendants(os.getpid(), excluded)) and time.monotonic() < until:
        signal_all(living, signal.SIGKILL)
        time.sleep(0.001)
        reap()
