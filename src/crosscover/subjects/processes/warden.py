"""The warden: a small process that starts, watches and ends programs on behalf of the suite.

It is started by `custody`, needs the standard library alone, and is in a session of its own, so that Ctrl-C reaches
the suite and not the program; when the suite is gone, the warden ends all and goes too.
"""

import contextlib
import os
import selectors
import signal
import socket
import sys
import traceback

from .confinement import ADOPTS, Launch, adopt_orphans, spawn
from .watch import AbandonedError, Streams, Watch, end_all
from .wire import Order, Outcome, Task, receive_order, send_outcome

_IDLE_LOOK = 1.0
"""Seconds between two looks at whether the suite is still there."""


class Warden:
    """Carries out orders, one at a time."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._suite = os.getppid()
        self._template: int | None = None
        self._template_line: socket.socket | None = None
        self._alarm, bell = os.pipe()
        for end in (self._alarm, bell):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, _ignore)
        signal.set_wakeup_fd(bell, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Carry out orders until the suite closes the channel or ends."""
        try:
            while self._called() and (order := receive_order(self._channel)):
                send_outcome(self._channel, self._carried_out(order))
        except (AbandonedError, ConnectionError):
            pass
        finally:
            end_all(_reap)

    def _called(self) -> bool:
        """Wait for an order; False when the suite has ended without closing the channel."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._channel, selectors.EVENT_READ)
            while not selector.select(_IDLE_LOOK):
                if os.getppid() != self._suite:
                    return False
        return True

    def _carried_out(self, order: Order) -> Outcome:
        streams = Streams.opened()
        try:
            match order.task:
                case Task.RUN:
                    return self._run(order, streams)
                case Task.LOAD:
                    return self._load(order, streams)
                case Task.CALL:
                    return self._call(order, streams)
        except OSError as error:
            return Outcome(errno=error.errno or 0, lost="" if error.filename else traceback.format_exc())
        finally:
            streams.close()

    def _run(self, order: Order, streams: Streams) -> Outcome:
        process = spawn(Launch(order.argv, order.folder, streams.theirs, order.memory))
        return self._watch(order, process, streams).until_end()

    def _load(self, order: Order, streams: Streams) -> Outcome:
        end_all(_reap)
        ours, theirs = socket.socketpair()
        with theirs:
            line = theirs.fileno()
            argv = (*order.argv, str(line))
            process = spawn(Launch(argv, order.folder, streams.theirs, order.memory, kept=line))
        outcome = self._watch(order, process, streams).until_answer()
        if self._template_line is not None:
            self._template_line.close()
        self._template, self._template_line = process, ours
        return outcome

    def _call(self, order: Order, streams: Streams) -> Outcome:
        process = self._forked(streams)
        if process is None:
            return Outcome(lost="the process that had loaded the function has ended")
        return self._watch(order, process, streams).until_end()

    def _forked(self, streams: Streams) -> int | None:
        """The process id of a copy of the template; None where the template has ended."""
        if self._template_line is None:
            return None
        try:
            socket.send_fds(self._template_line, [b"fork"], list(streams.theirs))
            return int(self._template_line.recv(32)) or None
        except (OSError, ValueError):
            return None

    def _watch(self, order: Order, process: int, streams: Streams) -> Watch:
        streams.hand_over()
        return Watch(order, process, streams, channel=self._channel, alarm=self._alarm, spared=self._template)


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: that a child has ended is told through the wake-up descriptor, which an ignored signal would not."""


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    if ADOPTS:
        adopt_orphans()
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        Warden(channel).serve()
