"""The suite's side of the warden: starts it when it is first needed, and again when it was lost."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import crosscover

from .wire import Order, Outcome, receive_outcome, send_order

_START = "import sys; sys.path.append(sys.argv.pop()); from crosscover.subjects.processes.warden import main; main()"
_SLACK = 60.0
"""Seconds beyond any limit of an order after which the warden is taken for lost."""


class Custody:
    """Has a warden carry out orders. Not to be shared by threads; a forked process gets a warden of its own."""

    def __init__(self) -> None:
        self._warden: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._owner = 0

    def carry_out(self, order: Order) -> Outcome:
        """What became of the order; never raises but for KeyboardInterrupt and such, and then nothing runs on."""
        channel = self._open()
        channel.settimeout(2 * order.seconds + _SLACK)
        try:
            send_order(channel, order)
            outcome = receive_outcome(channel)
        except OSError as error:
            self.close()
            return Outcome(lost=f"the process that watches it does not answer: {error}")
        except BaseException:
            self.close()
            raise
        if outcome is None:
            self.close()
            return Outcome(lost="the process that watches it has ended")
        return outcome

    def close(self) -> None:
        """End the warden and with it all that it has started; it starts again when it is needed again."""
        warden, channel = self._warden, self._channel
        self._warden = self._channel = None
        if channel is not None:
            channel.close()
        if warden is None or self._owner != os.getpid():
            return
        try:
            warden.wait(10)
        except subprocess.TimeoutExpired:
            warden.kill()
            warden.wait()

    def _open(self) -> socket.socket:
        if self._channel is not None and self._owner == os.getpid():
            return self._channel
        ours, theirs = socket.socketpair()
        with theirs:
            code = [sys.executable, "-I", "-S", "-B", "-c", _START, str(theirs.fileno())]
            self._warden = subprocess.Popen(  # noqa: S603 - our own program
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
