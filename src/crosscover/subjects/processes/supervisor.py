"""The supervisor: a small process that starts, watches and ends programs for the suite.

`supervisor_client` starts it. It needs only the standard library. It has its own session, so that Ctrl-C reaches the
suite and not the program. If the suite ends, the supervisor ends all programs and itself. Because a program can kill or
stop the supervisor, its parent, an equally small process, guards it.
"""

import os
import select
import signal
import socket
import sys
import traceback

from .confinement import ADOPTS_ORPHANS, adopt_orphans, descendants, end_all, process_name, reap, spawn
from .watch import Pipes, Watch
from .wire import Action, RunRequest, RunResult, receive_request, send

_IDLE_INTERVAL = 1.0
"""Interval in seconds of checks whether the suite is still running."""

_FORK_TIMEOUT = 5.0
"""Time limit in seconds for the template to fork; a program may have stopped it."""


class Supervisor:
    """Executes requests, one run at a time."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._parent = os.getppid()
        self._loaded: tuple[int, ...] = ()  # the template, and the processes that it started while loading
        self._template_channel = socket.socket()  # connected by loading
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
        excluded: tuple[int, ...] = ()
        try:
            match request.action:
                case Action.RUN:
                    process = spawn(request, pipes.child_ends)
                case Action.LOAD:
                    process = self._spawn_template(request, pipes)
                case Action.CALL:
                    process, excluded = self._fork_template(pipes), self._loaded
            if not process:
                return RunResult(supervisor_error="the process that had loaded the function has ended")
            pipes.close(pipes.child_ends[1:])
            watch = Watch(request, process, pipes, channel=self._channel, wakeup=self._wakeup_r, excluded=excluded)
            result = watch.wait()
            if request.action is Action.LOAD:
                self._loaded = tuple(descendants(os.getpid()))
                result.left_behind = tuple(process_name(child) for child in self._loaded if child != process)
            return result
        except OSError as error:
            unforeseen = "" if error.filename else traceback.format_exc()
            return RunResult(errno=error.errno or 0, supervisor_error=unforeseen)
        finally:
            pipes.close(pipes.open_ends)

    def _spawn_template(self, request: RunRequest, pipes: Pipes) -> int:
        self._template_channel.close()
        end_all(reap)
        self._template_channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._template_channel.settimeout(_FORK_TIMEOUT)
        with theirs:
            return spawn(request, pipes.child_ends, theirs.fileno())

    def _fork_template(self, pipes: Pipes) -> int:
        """Fork the template; returns the process ID of the copy, or 0 if the template has ended.

        The module under test may have written to the channel while it was loaded, so a reply repeats the request.
        """
        request = os.urandom(16)
        try:
            socket.send_fds(self._template_channel, [request], pipes.child_ends)
            while (reply := self._template_channel.recv(64)) and not reply.startswith(request):
                pass
            return int(reply.removeprefix(request))
        except (OSError, ValueError):
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
