"""Start supervisors as copies of one process that has imported their modules, in a tenth of the time.

The fast tests start about a thousand supervisors. Commands in separate processes, and the tests of the supervisor,
start supervisors in a new interpreter, as users do.
"""

import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Lock

import psutil

import crosscover
from crosscover.subjects.processes.supervisor import SupervisorPool

from .processes import MARK

START = SupervisorPool._start  # pyright: ignore[reportPrivateUsage] - tests replace it
"""The start of a supervisor in a new interpreter."""

IS_SUPPORTED = hasattr(os, "pidfd_open")
"""Whether this process can wait for a process that another process has started."""

_SOURCE = """
import os, socket, sys
sys.path += sys.argv[2:]
from crosscover.subjects.processes.supervisor import Supervisor
control = socket.socket(fileno=int(sys.argv[1]))
while True:
    text, channels, _, _ = socket.recv_fds(control, 64, 1)
    if not text:
        break
    if not channels:
        usage = os.wait4(int(text), 0)[2]
        control.send(str(usage.ru_utime + usage.ru_stime).encode())
    elif child := os.fork():
        os.close(channels[0])
        control.send(str(child).encode())
    else:
        try:
            control.close()
            os.setsid()
            Supervisor(channels[0]).serve()
        finally:
            os._exit(0)
"""


class SupervisorSource:
    """A process that forks a supervisor for each request."""

    def __init__(self) -> None:
        self.cpu_seconds = 0.0
        self.owner = os.getpid()
        self._lock = Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        places = [str(Path(str(package.__file__)).resolve().parents[1]) for package in (crosscover, psutil)]
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", _SOURCE, str(theirs.fileno()), *places],
                cwd="/",
                env={name: value for name, value in os.environ.items() if name != MARK},  # it outlives the test
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def start(self, pool: SupervisorPool) -> socket.socket:
        """Start a supervisor for a pool, as `SupervisorPool._start` does."""
        channel, theirs = socket.socketpair()
        with theirs, self._lock:
            socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            pid = int(self._control.recv(64))
        pool._all[channel] = ForkedSupervisor(self, pid)  # type: ignore[assignment] # pyright: ignore[reportArgumentType] - the pool only waits for it and kills it
        return channel

    def reap(self, pid: int) -> None:
        """Reap a supervisor that has ended, and add its processor time."""
        with self._lock:
            self._control.send(str(pid).encode())
            self.cpu_seconds += float(self._control.recv(64))

    def close(self) -> None:
        """End the process."""
        self._control.close()
        self._process.wait()


class ForkedSupervisor:
    """A supervisor that is a child of another process."""

    def __init__(self, source: SupervisorSource, pid: int) -> None:
        self._source = source
        self._pid = pid
        self._descriptor = os.pidfd_open(pid)

    def wait(self, timeout: float | None = None) -> None:
        """Wait for the end; raises TimeoutExpired."""
        if not select.select([self._descriptor], (), (), timeout)[0]:
            raise subprocess.TimeoutExpired("supervisor", timeout or 0)
        os.close(self._descriptor)
        self._source.reap(self._pid)

    def kill(self) -> None:
        """Send SIGKILL."""
        signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)


_sources: list[SupervisorSource] = []


def start_by_fork(pool: SupervisorPool) -> socket.socket:
    """Start a supervisor as a copy; the copying process is started when it is first needed."""
    if not _sources or _sources[-1].owner != os.getpid():  # a forked process has a source of its own
        _sources.append(SupervisorSource())
    return _sources[-1].start(pool)


def cpu_seconds() -> float:
    """Return the processor time of all forked supervisors that have ended, in seconds."""
    return sum(source.cpu_seconds for source in _sources)


def close_sources() -> None:
    """End the copying process; its processor time then counts as that of a child."""
    for source in _sources:
        if source.owner == os.getpid():
            source.close()
    _sources.clear()
