"""The supervisor: a small process that starts, watches and ends programs for the suite.

`SupervisorClient`, the suite's side, starts it. It needs only the standard library. It has its own session, so that
Ctrl-C reaches the suite and not the program. If the suite ends, the supervisor ends all programs and itself. Because a
program can kill or stop the supervisor, its parent, an equally small process, guards it.
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

from .confinement import ADOPTS_ORPHANS, adopt_orphans, descendants, end_all, process_name, reap, spawn
from .watch import Pipes, Watch
from .wire import Action, RunRequest, RunResult, receive_request, receive_result, send

_IDLE_INTERVAL = 1.0
"""Interval in seconds of checks whether the suite is still running."""

_FORK_TIMEOUT = 5.0
"""Time limit in seconds for the template to fork; a program may have stopped it."""

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
        self._loaded: tuple[int, ...] = ()  # the templates, and the processes that they started while loading
        self._templates: dict[str, socket.socket] = {}
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
                    process = self._fork_template(request, pipes)
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
        if request.template in self._templates:
            for channel in self._templates.values():
                channel.close()
            self._templates, self._loaded = {}, ()
            end_all(reap)
        channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        channel.settimeout(_FORK_TIMEOUT)
        self._templates[request.template] = channel
        with theirs:
            return spawn(request, pipes.child_ends, theirs.fileno())

    def _fork_template(self, called: RunRequest, pipes: Pipes) -> int:
        """Fork a template; returns the process ID of the copy, or 0 if the template has ended.

        The module under test may have written to the channel while it was loaded, so a reply repeats the request.
        """
        request = os.urandom(16)
        try:
            channel = self._templates[called.template]
            socket.send_fds(channel, [request], pipes.child_ends)
            while (reply := channel.recv(64)) and not reply.startswith(request):
                pass
            return int(reply.removeprefix(request))
        except (KeyError, OSError, ValueError):
            return 0


def main() -> None:
    """Serve on the socket whose descriptor is the first argument, with a guard if the system supports it."""
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        channel.set_inheritable(False)
        adopt_orphans()
        if ADOPTS_ORPHANS and (supervisor := os.fork()):
            channel.close()
            guard(supervisor)
            return
        if os.getpid() != os.getsid(0):
            os.setsid()
            adopt_orphans()
        Supervisor(channel).serve()


def guard(supervisor: int) -> None:
    """Continue a stopped supervisor, at most ten times; if it or the suite ends, end all processes."""
    suite, stops = os.getppid(), 0
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    while os.getppid() == suite and stops <= 10:
        process, status = os.waitpid(supervisor, os.WNOHANG | os.WUNTRACED)
        if not process:
            signal.sigtimedwait([signal.SIGCHLD], _IDLE_INTERVAL)
        elif not os.WIFSTOPPED(status):
            break
        else:
            stops += 1
            os.kill(supervisor, signal.SIGCONT)
    end_all(reap)


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
            supervisor.send_signal(signal.SIGCONT)  # a program may have stopped it
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
