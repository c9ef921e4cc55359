"""The supervisor: a small process that starts, watches and ends programs for the suite.

`SupervisorClient`, the suite's side, starts it. It needs only the standard library and psutil. It has its own session,
so that Ctrl-C reaches the suite and not the program. If the suite ends, which closes the socket, the supervisor ends
all programs and itself.
"""

import os
import select
import socket
import subprocess
import sys
import traceback
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from pickle import UnpicklingError

import psutil

import crosscover

from .confinement import adopt_orphans, end_all, reap, spawn
from .watch import WORKER_LOST, Watch
from .wire import Action, RunRequest, RunResult, receive, send

_IDLE_INTERVAL = 1.0  # seconds between checks whether the suite is still running
_FORK_TIMEOUT = 5.0  # seconds for the worker to fork
_END_TIMEOUT = 10.0  # seconds for the supervisor to end its processes and itself

_START = (
    "import sys; sys.path += sys.argv[2:]; from crosscover.subjects.processes.supervisor import Supervisor; "
    "Supervisor(int(sys.argv[1])).serve()"
)


class Supervisor:
    """Executes requests, one run at a time."""

    def __init__(self, channel: int) -> None:
        self._channel = socket.socket(fileno=channel)
        self._channel.set_inheritable(False)
        self._parent = os.getppid()
        self._worker: socket.socket | None = None
        self._worker_pid = 0

    def serve(self) -> None:
        """Answer requests until the suite closes the channel, or ends without doing so."""
        adopt_orphans()
        try:
            while os.getppid() == self._parent:
                if select.select([self._channel], (), (), _IDLE_INTERVAL)[0]:
                    send(self._channel, self._execute(receive(self._channel)))
        except (ConnectionError, EOFError, UnpicklingError):
            pass
        finally:
            end_all(reap)

    def _execute(self, request: RunRequest) -> RunResult:
        try:
            with ExitStack() as stack:
                ends = (FileIO(end, mode) for _ in range(3) for end, mode in zip(os.pipe(), "rw", strict=True))
                stdin_r, stdin_w, stdout_r, stdout_w, stderr_r, stderr_w = map(stack.enter_context, ends)
                program = self._start(request, [end.fileno() for end in (stdin_r, stdout_w, stderr_w)])
                if not program:
                    return RunResult(supervisor_error=WORKER_LOST)
                stdout_w.close()
                stderr_w.close()
                excluded = 0 if request.action is Action.LOAD else self._worker_pid
                watch = Watch(request, program, (stdin_w, stdout_r, stderr_r), self._channel, excluded)
                result = watch.wait(self._worker if request.action is Action.CALL else None)
        except OSError as error:
            unforeseen = "" if error.filename else traceback.format_exc()
            return RunResult(errno=error.errno or 0, supervisor_error=unforeseen)
        if request.action is Action.CALL and (result.supervisor_error or result.status is None):
            self._end_worker()
        return result

    def _start(self, request: RunRequest, streams: Sequence[int]) -> int:
        """Start a program, or fork the worker; returns the process ID, or 0 if the worker is lost."""
        if request.action is Action.RUN:
            return spawn(request, *streams)
        if request.action is Action.LOAD:
            self._end_worker()
            self._worker, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._worker.settimeout(_FORK_TIMEOUT)
            with theirs:
                self._worker_pid = spawn(request, *streams, theirs.fileno())
            return self._worker_pid
        with suppress(OSError, ValueError):
            if self._worker:
                socket.send_fds(self._worker, [b"fork"], streams)
                if program := int(self._worker.recv(64)):
                    return program
        self._end_worker()
        return 0

    def _end_worker(self) -> None:
        if self._worker:
            self._worker.close()
        self._worker, self._worker_pid = None, 0
        end_all(reap)


class SupervisorPool:
    """Runs programs through as many supervisors as there are concurrent runs, since each takes 0.1 s to start."""

    def __init__(self) -> None:
        self._all: list[SupervisorClient] = []
        self._idle: list[SupervisorClient] = []

    @contextmanager
    def borrow(self) -> Generator["SupervisorClient"]:
        """Yield an idle client, or a new one, in any thread."""
        try:
            client = self._idle.pop()
        except IndexError:
            client = SupervisorClient()
            self._all.append(client)
        try:
            yield client
        finally:
            self._idle.append(client)

    def close(self) -> None:
        """End all supervisors for good, also those that other threads wait for."""
        for client in self._all:
            client.is_closed = True
            client.close()


class SupervisorClient:
    """Runs programs through a supervisor. A forked process gets its own supervisor. Threads must not share a client.

    Another thread may close it. In `loaded`, the user notes what the worker has loaded; it becomes None when the
    supervisor ends.
    """

    def __init__(self) -> None:
        self.loaded: object = None
        self.is_closed = False
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._owner = 0

    def run(self, request: RunRequest) -> RunResult:
        """Execute a request; raises only exceptions like KeyboardInterrupt, after which nothing keeps running."""
        if self.is_closed:
            return RunResult(supervisor_error="it was closed")
        try:
            channel = self._open()
            send(channel, request)
            result: RunResult = receive(channel)
        except (OSError, EOFError, UnpicklingError) as error:
            self.close()
            return RunResult(supervisor_error=f"the supervisor does not answer: {error}")
        except BaseException:
            self.close()
            raise
        return result

    def close(self) -> None:
        """End the supervisor and all its processes; the next run starts it again."""
        supervisor, channel = self._supervisor, self._channel
        self._supervisor = self._channel = self.loaded = None
        if channel and supervisor:
            if self._owner == os.getpid():
                with suppress(OSError):
                    channel.shutdown(socket.SHUT_RDWR)  # forked processes may hold it, too
                try:
                    supervisor.wait(_END_TIMEOUT)
                except subprocess.TimeoutExpired:
                    supervisor.kill()
                    supervisor.wait()
            channel.close()

    def _open(self) -> socket.socket:
        if self._channel is None or self._owner != os.getpid():
            places = [str(Path(str(package.__file__)).resolve().parents[1]) for package in (crosscover, psutil)]
            self._channel, theirs = socket.socketpair()
            with theirs:
                self._supervisor = subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-I", "-S", "-B", "-c", _START, str(theirs.fileno()), *places],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=None if os.environ.get("CROSSCOVER_DEBUG") else subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
            self._owner = os.getpid()
        return self._channel
