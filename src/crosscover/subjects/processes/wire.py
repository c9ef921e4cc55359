"""Messages between the suite and its supervisor: requests to run programs, and their results."""

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, cast


class Action(StrEnum):
    """The kind of a request."""

    RUN = "run"
    """Start a program, feed it, and wait for its end."""

    LOAD = "load"
    """Start a program that is forked for each call, and wait until it reports that it is loaded.

    An earlier template is ended first.
    """

    CALL = "call"
    """Fork the loaded program, feed the copy, and wait for its end."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run. Texts are bytes decoded as Latin-1, because a program may print any bytes.

    `seconds` is the time limit of its processes, without the time in which other processes used every processor.
    `wall_seconds` is that of the run, by the clock; by default twice `seconds`.

    If `answer_seconds` is None, all inputs are written at once. Otherwise each waits for the answer to the previous
    one, a non-blank line, and `answer_seconds` limits the time of each answer. `memory` and `output` are in MiB, the
    latter for stdout and stderr each; if stdout exceeds it, the lines that match `ignore`, if not empty, are left out
    first. A program may reserve `reserved` MiB of memory if it does not use it, by default `memory`.

    `loaded` is the text that a program writes when it is loaded.
    """

    action: Action
    argv: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    inputs: Sequence[str]
    seconds: float
    memory: int
    output: int
    answer_seconds: float | None = None
    loaded: str = ""
    wall_seconds: float | None = None
    ignore: str = ""
    reserved: int = 0


@dataclass(slots=True)
class RunResult:
    """The result of a run.

    `status` is the exit code, negative for a signal, or None if the program did not start or keeps running. `errno`
    says why it did not start. `timed_out` is true if it exceeded a time limit, and `cut_off` if that was
    `wall_seconds`, so that nothing is known of its processes. `output_closed` is true if it closed its output without
    ending. `errors` is the end of its stderr. `overflowed_stream` names the stream that exceeded the limit,
    `left_behind` the processes that were left after the program ended or was loaded. `too_much_memory` is true if it
    exceeded the memory limit, including shared memory. `unread` is the number of input bytes that the program never
    read. `peak` is its maximal memory in KiB; for a program it is at least that of the supervisor, which counts until
    `exec`. `cpu_seconds` is its CPU time, including the processes that it left behind. `seconds` is the time of its
    processes, at most their limit, if the run was long.

    The suite sets two: `stray` is other output of a function among its records, `solving_seconds` its time for the
    puzzles alone, if it finished. `supervisor_error` is the error of the supervisor itself, or empty.
    """

    status: int | None = None
    errno: int = 0
    output: str = ""
    errors: str = ""
    overflowed_stream: str = ""
    timed_out: bool = False
    cut_off: bool = False
    ignored_sigterm: bool = False
    too_many_processes: bool = False
    too_much_memory: bool = False
    output_closed: bool = False
    left_behind: Sequence[str] = ()
    unread: int = 0
    peak: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    stray: str = ""
    solving_seconds: float | None = None
    supervisor_error: str = ""

    @property
    def ended_badly(self) -> bool:
        """Whether the program failed or was killed, so that its last answers may be missing or incomplete."""
        too_much = self.overflowed_stream or self.too_many_processes or self.too_much_memory
        return bool(self.status or self.timed_out or too_much or self.supervisor_error)


def send(channel: socket.socket, message: RunRequest | RunResult) -> None:
    """Send a message as a line of JSON."""
    channel.sendall(json.dumps(asdict(message)).encode() + b"\n")


def receive_request(channel: socket.socket) -> RunRequest:
    """Receive a request; raises EOFError if the suite has ended."""
    fields = _receive(channel)
    fields["action"] = Action(fields["action"])
    return RunRequest(**fields)


def receive_result(channel: socket.socket) -> RunResult:
    """Receive the result of a request; raises EOFError if the supervisor has ended."""
    return RunResult(**_receive(channel))


def _receive(channel: socket.socket) -> dict[str, Any]:
    with channel.makefile("rb", 1 << 16) as stream:  # the sides take turns, so no second line is read ahead
        line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError("it has ended")
    return cast("dict[str, Any]", json.loads(line))
