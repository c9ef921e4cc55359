"""What the suite and its supervisor say to each other: a request to run something, and what became of it."""

import json
import socket
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, cast


class Action(StrEnum):
    """What the supervisor is to do."""

    RUN = "run"
    """Start a program, feed it, and wait for its end."""

    LOAD = "load"
    """Start a program that is to be forked for each call, and wait until it says that it is loaded."""

    CALL = "call"
    """Fork the loaded program, feed the copy, and wait for its end."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run. Texts are bytes read as Latin-1, because a program may print any.

    With `answer_seconds` None all inputs are fed at once. Otherwise each waits for the answer to the one before, a line
    that is not blank, and each answer may take so long. `memory` and `output` are in MiB,
    the latter for standard output and standard error each. `loaded` is what a program writes that has been loaded.
    """

    action: Action
    argv: Sequence[str]
    folder: str
    inputs: Sequence[str]
    seconds: float
    memory: int
    output: int
    answer_seconds: float | None = None
    loaded: str = ""


@dataclass(slots=True)
class RunResult:
    """What became of a run, as far as it went.

    `status` is the exit status, negative for a signal, None for a program that was not started or is kept; `errno` says
    why it was not started. `output_closed` is true where it closed its output and did not end. `errors` is the end of
    what came on standard error. `overflowed_stream` names the stream that passed the bound, `left_behind` the processes
    that were still there when the program had ended, or had been loaded. `too_much_memory` is true where it held
    more than it may, shared memory included. `unread` counts the bytes of input that the program never took. `peak` is
    the kibibytes that it held at most, for a program no less than the supervisor's own, which count until `exec`;
    `cpu_seconds` is what it took of the processors, with the processes that it has left. `stray` is what a function
    wrote among its records, and `solving_seconds` what it took for its puzzles alone, where it came to an end; the
    suite sets both.
    `supervisor_error` says why the supervisor itself failed, and is empty where it did not.
    """

    status: int | None = None
    errno: int = 0
    output: str = ""
    errors: str = ""
    overflowed_stream: str = ""
    timed_out: bool = False
    ignored_sigterm: bool = False
    too_many_processes: bool = False
    too_much_memory: bool = False
    output_closed: bool = False
    left_behind: Sequence[str] = ()
    unread: int = 0
    peak: int = 0
    cpu_seconds: float = 0.0
    stray: str = ""
    solving_seconds: float | None = None
    supervisor_error: str = ""

    @property
    def ended_badly(self) -> bool:
        """Whether the program failed or was stopped, so that its last answers may be missing or cut short."""
        too_much = self.overflowed_stream or self.too_many_processes or self.too_much_memory
        return bool(self.status or self.timed_out or too_much or self.supervisor_error)


def send(channel: socket.socket, message: RunRequest | RunResult) -> None:
    """Send a message to the other side: a line of JSON."""
    channel.sendall(json.dumps(asdict(message)).encode() + b"\n")


def receive_request(channel: socket.socket) -> RunRequest:
    """The next request; raises EOFError where the other side is gone."""
    fields = _receive(channel)
    fields["action"] = Action(fields["action"])
    return RunRequest(**fields)


def receive_result(channel: socket.socket) -> RunResult:
    """The result of the request that was sent; raises EOFError where the other side is gone."""
    return RunResult(**_receive(channel))


def _receive(channel: socket.socket) -> dict[str, Any]:
    with channel.makefile("rb", 1 << 16) as stream:  # each side waits for the other, so no second line is read ahead
        line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError("it has ended")
    return cast("dict[str, Any]", json.loads(line))
