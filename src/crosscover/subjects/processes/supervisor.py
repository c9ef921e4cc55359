"""The supervisor: a small process that starts, watches and ends programs on behalf of the suite.

It is started by `supervisor_client`, needs the standard library alone, and is in a session of its own, so that Ctrl-C
reaches the suite and not the program; when the suite is gone, the supervisor ends all and goes too.
"""

import contextlib
import os
import selectors
import signal
import socket
import sys
import traceback

from .confinement import Launch, adopt_orphans, end_all, spawn
from .watch import AbandonedError, Pipes, Watch
from .wire import Action, RunRequest, RunResult, receive_request, send

_IDLE_INTERVAL = 1.0
"""Seconds between two looks at whether the suite is still there."""


class Supervisor:
    """Does what is requested, one run at a time."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._suite = os.getppid()
        self._template: int | None = None
        self._template_channel: socket.socket | None = None
        self._wakeup_r, wakeup_w = os.pipe()
        for end in (self._wakeup_r, wakeup_w):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, _ignore)
        signal.set_wakeup_fd(wakeup_w, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests until the suite closes the channel or ends."""
        try:
            while self._is_requested() and (request := receive_request(self._channel)):
                send(self._channel, self._execute(request))
        except (AbandonedError, ConnectionError):
            pass
        finally:
            end_all(_reap)

    def _is_requested(self) -> bool:
        """Wait for a request; False when the suite has ended without closing the channel."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._channel, selectors.EVENT_READ)
            while not selector.select(_IDLE_INTERVAL):
                if os.getppid() != self._suite:
                    return False
        return True

    def _execute(self, request: RunRequest) -> RunResult:
        pipes = Pipes.open()
        try:
            match request.action:
                case Action.RUN:
                    return self._run(request, pipes)
                case Action.LOAD:
                    return self._load(request, pipes)
                case Action.CALL:
                    return self._call(request, pipes)
        except OSError as error:
            unforeseen = "" if error.filename else traceback.format_exc()
            return RunResult(errno=error.errno or 0, supervisor_error=unforeseen)
        finally:
            pipes.close()

    def _run(self, request: RunRequest, pipes: Pipes) -> RunResult:
        process = spawn(Launch(request.argv, request.folder, pipes.child_ends, request.memory))
        return self._watch(request, process, pipes).wait()

    def _load(self, request: RunRequest, pipes: Pipes) -> RunResult:
        if self._template_channel is not None:
            self._template_channel.close()
        self._template = self._template_channel = None
        end_all(_reap)
        ours, theirs = socket.socketpair()
        with theirs:
            extra = theirs.fileno()
            argv = (*request.argv, str(extra))
            process = spawn(Launch(argv, request.folder, pipes.child_ends, request.memory, extra))
        result = self._watch(request, process, pipes).wait(for_answer=True)
        self._template, self._template_channel = process, ours
        return result

    def _call(self, request: RunRequest, pipes: Pipes) -> RunResult:
        process = self._fork_template(pipes)
        if process is None:
            return RunResult(supervisor_error="the process that had loaded the function has ended")
        return self._watch(request, process, pipes).wait()

    def _fork_template(self, pipes: Pipes) -> int | None:
        """The process id of a copy of the template; None where the template has ended."""
        if self._template_channel is None:
            return None
        try:
            socket.send_fds(self._template_channel, [b"fork"], list(pipes.child_ends))
            return int(self._template_channel.recv(32)) or None
        except (OSError, ValueError):
            return None

    def _watch(self, request: RunRequest, process: int, pipes: Pipes) -> Watch:
        pipes.close_child_ends()
        return Watch(request, process, pipes, channel=self._channel, wakeup=self._wakeup_r, excluded=self._template)


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: that a child has ended is told through the wake-up descriptor, which an ignored signal would not."""


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    adopt_orphans()
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        channel.set_inheritable(False)
        Supervisor(channel).serve()
