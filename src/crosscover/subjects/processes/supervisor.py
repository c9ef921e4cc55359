"""The supervisor: a small process that starts, watches and ends programs on behalf of the suite.

It is started by `supervisor_client`, needs the standard library alone, and is in a session of its own, so that Ctrl-C
reaches the suite and not the program; when the suite is gone, the supervisor ends all and goes too.
"""

import os
import select
import signal
import socket
import sys
import traceback

from .confinement import adopt_orphans, end_all, reap, spawn
from .watch import Pipes, Watch
from .wire import Action, RunRequest, RunResult, receive_request, send

_IDLE_INTERVAL = 1.0
"""Seconds between two looks at whether the suite is still there."""


class Supervisor:
    """Does what is requested, one run at a time."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._suite = os.getppid()
        self._template: int | None = None
        self._template_channel = socket.socket()  # connected by loading
        self._wakeup_r, wakeup_w = os.pipe()
        for end in (self._wakeup_r, wakeup_w):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, _ignore)
        signal.set_wakeup_fd(wakeup_w, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests until the suite closes the channel, or ends without doing so."""
        try:
            while os.getppid() == self._suite:
                if select.select([self._channel], (), (), _IDLE_INTERVAL)[0]:
                    send(self._channel, self._execute(receive_request(self._channel)))
        except (ConnectionError, EOFError):
            pass
        finally:
            end_all(reap)

    def _execute(self, request: RunRequest) -> RunResult:
        pipes = Pipes()
        excluded = None
        try:
            match request.action:
                case Action.RUN:
                    process = spawn(request, pipes.child_ends)
                case Action.LOAD:
                    process = self._template = self._spawn_template(request, pipes)
                case Action.CALL:
                    process, excluded = self._fork_template(pipes), self._template
            if not process:
                return RunResult(supervisor_error="the process that had loaded the function has ended")
            pipes.close(pipes.child_ends[1:])
            return Watch(
                request, process, pipes, channel=self._channel, wakeup=self._wakeup_r, excluded=excluded
            ).wait()
        except OSError as error:
            unforeseen = "" if error.filename else traceback.format_exc()
            return RunResult(errno=error.errno or 0, supervisor_error=unforeseen)
        finally:
            pipes.close(pipes.open_ends)

    def _spawn_template(self, request: RunRequest, pipes: Pipes) -> int:
        self._template_channel.close()
        end_all(reap)
        self._template_channel, theirs = socket.socketpair()
        with theirs:
            return spawn(request, pipes.child_ends, theirs.fileno())

    def _fork_template(self, pipes: Pipes) -> int:
        """The process id of a copy of the template; 0 where the template has ended."""
        try:
            socket.send_fds(self._template_channel, [b"fork"], pipes.child_ends)
            return int(self._template_channel.recv(32))
        except (OSError, ValueError):
            return 0


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: that a child has ended is told through the wake-up descriptor, which an ignored signal would not."""


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    adopt_orphans()
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        channel.set_inheritable(False)
        Supervisor(channel).serve()
