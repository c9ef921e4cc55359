"""The supervisor: a small process that starts, watches and ends programs for the suite.

`SupervisorClient`, the suite's side, starts it. It needs only the standard library. It has its own session, so that
Ctrl-C reaches the suite and not the program. If the suite ends, which closes the socket, the supervisor ends all
programs and itself.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from threading import get_ident

import crosscover

from .confinement import adopt_orphans, descendants, end_all, process_name, reap, spawn
from .watch import Pipes, Watch
from .wire import Action, RunRequest, RunResult, receive_request, receive_result, send

_IDLE_INTERVAL = 1.0
"""Interval in seconds of checks whether the suite is still running."""

_FORK_TIMEOUT = 5.0
"""Time limit in seconds for the template to fork."""

_START = (
    "import sys; sys.path.append(sys.argv.pop()); from crosscover.subjects.processes import supervisor as s; s.main()"
)

_LOST_AFTER = 30.0
"""Time in seconds beyond the limits of a request after which the supervisor counts as lost."""


class Supervisor:
    """Executes requests, one run at a time."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._parent = os.getppid()
        self._loaded: tuple[int, ...] = ()  # the template, and the processes that it started while loading
        self._template: socket.socket | None = None
        self._wakeup_r, wakeup_w = os.pipe()
        for end in (self._wakeup_r, wakeup_w):
            os.set_blocking(end, False)
        signal.signal(
            signal.SIGCHLD, lambda _number, _frame: None
        )  # an ignored signal would not write to the wakeup pipe
        signal.set_wakeup_fd(wakeup_w, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests until the suite closes the channel, or ends without doing so."""
        try:
            while os.getppid() == self._parent:
                if select.select([self._channel], (), (), _IDLE_INTERVAL)[0]:
                    send(self._channel, self._execute(receive_request(self._channel)))
        except (ConnectionError, EOFError):
            pass
        finally:
            end_all(reap)

    def _execute(self, request: RunRequest) -> RunResult:
        pipes = Pipes()
        try:
            match request.action:
                case Action.RUN:
                    process = spawn(request, pipes.child_ends)
                case Action.LOAD:
                    process = self._spawn_template(request, pipes)
                case Action.CALL:
                    process = self._fork_template(pipes)
            if not process:
                return RunResult(supervisor_error="the process that had loaded the function has ended")
            pipes.close(pipes.child_ends[1:])
            ends = self._channel, self._wakeup_r
            result = Watch(request, process, pipes, *ends, excluded=self._loaded).wait()
            if request.action is Action.LOAD:
                started = descendants(os.getpid(), self._loaded)
                self._loaded += tuple(started)
                result.left_behind = tuple(process_name(child) for child in started if child != process)
            return result
        except OSError as error:
            unforeseen = "" if error.filename else traceback.format_exc()
            return RunResult(errno=error.errno or 0, supervisor_error=unforeseen)
        finally:
            pipes.close(pipes.open_ends)

    def _spawn_template(self, request: RunRequest, pipes: Pipes) -> int:
        if self._template is not None:
            self._template.close()
            self._loaded = ()
            end_all(reap)
        channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        channel.settimeout(_FORK_TIMEOUT)
        self._template = channel
        with theirs:
            return spawn(request, pipes.child_ends, theirs.fileno())

    def _fork_template(self, pipes: Pipes) -> int:
        """Fork the template; returns the process ID of the copy, or 0 if the template has ended."""
        if self._template is None:
            return 0
        try:
            socket.send_fds(self._template, [b"fork"], pipes.child_ends)
            return int(self._template.recv(64))
        except (OSError, ValueError):
            return 0


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        channel.set_inheritable(False)
        adopt_orphans()
        Supervisor(channel).serve()


class SupervisorPool:
    """Runs programs through as many supervisors as there are concurrent runs, since each takes 0.1 s to start."""

    def __init__(self) -> None:
        self._all: list[SupervisorClient] = []
        self._idle: list[SupervisorClient] = []

    def run(self, request: RunRequest) -> RunResult:
        """Execute a request, in any thread, like `SupervisorClient.run`."""
        try:
            client = self._idle.pop()
        except IndexError:
            client = SupervisorClient()
            self._all.append(client)
        try:
            return client.run(request)
        finally:
            self._idle.append(client)

    def close(self) -> None:
        """End all supervisors, also those that other threads wait for; see `SupervisorClient.close`."""
        for client in self._all:
            client.close()


class SupervisorClient:
    """Runs programs through a supervisor. A forked process gets its own supervisor.

    Threads must not share a client, but one thread may close it while another waits in `run`.
    """

    def __init__(self) -> None:
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._owner = 0
        self._running_in: int | None = None
        self._closed_for_good = False

    def run(self, request: RunRequest) -> RunResult:
        """Execute a request; raises only exceptions like KeyboardInterrupt, after which nothing keeps running."""
        self._running_in = get_ident()
        channel = self._open()
        try:
            if self._closed_for_good:
                raise EOFError("another thread has closed it")
            channel.settimeout(max(2 * request.seconds, request.wall_seconds or 0.0) + _LOST_AFTER)
            send(channel, request)
            return receive_result(channel)
        except (OSError, EOFError) as error:
            self.close()
            return RunResult(supervisor_error=f"the supervisor does not answer: {error}")
        except BaseException:
            self.close()
            raise
        finally:
            self._running_in = None

    def close(self) -> None:
        """End the supervisor and all its processes; the next run starts it again.

        If another thread waits for a run, that run ends at once, and no further one is possible.
        """
        if self._running_in not in (None, get_ident()):
            self._closed_for_good = True
            if (channel := self._channel) is not None:
                with suppress(OSError):
                    channel.shutdown(socket.SHUT_RDWR)  # wakes the other thread, which closes the rest
            return
        supervisor, channel = self._supervisor, self._channel
        self._supervisor = self._channel = None
        if channel is not None:
            channel.close()
        if supervisor is None or self._owner != os.getpid():
            return
        try:
            supervisor.wait(10)
        except subprocess.TimeoutExpired:
            end_all(lambda: None, root=supervisor.pid)
            supervisor.kill()
            supervisor.wait()

    def _open(self) -> socket.socket:
        if self._channel is not None and self._owner == os.getpid():
            return self._channel
        ours, theirs = socket.socketpair()
        with theirs:
            code = [sys.executable, "-I", "-S", "-B", "-c", _START, str(theirs.fileno())]
            self._supervisor = subprocess.Popen(  # noqa: S603 - our own program
                [*code, str(Path(crosscover.__file__).resolve().parent.parent)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None if os.environ.get("CROSSCOVER_DEBUG") else subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._channel, self._owner = ours, os.getpid()
        return ours
