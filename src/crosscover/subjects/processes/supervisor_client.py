"""The suite's side of the supervisor: start it on first use, and restart it if it is lost."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import get_ident

import crosscover

from .confinement import end_all
from .wire import RunRequest, RunResult, receive_result, send

_START = (
    "import sys; sys.path.append(sys.argv.pop()); from crosscover.subjects.processes import supervisor as s; s.main()"
)
_SLACK = 30.0
"""Time in seconds beyond the limits of a request after which the supervisor counts as lost."""


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
            channel.settimeout(2 * request.seconds + _SLACK)
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
                env={"PYTHONHASHSEED": "0", **os.environ},
            )
        self._channel, self._owner = ours, os.getpid()
        return ours
