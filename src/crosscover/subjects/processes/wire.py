"""Messages between the suite and its supervisor: requests to run programs, and their results."""

import pickle
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Action(StrEnum):
    """What to do: run a program, load a worker that can be forked, or fork it for a call. Only one worker is kept."""

    RUN = "run"
    LOAD = "load"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run. Texts are bytes decoded as Latin-1, because a program may print any bytes.

    `seconds` is the time limit of its processes, without the time in which other processes used every processor.
    `wall_seconds` is that of the run, by the clock; by default twice `seconds`. `memory` and `output` are in MiB, the
    latter for stdout and stderr each. If `answer_seconds` is None, all inputs are written at once. Otherwise each waits
    for the answer to the previous one, a non-blank line, which must come within this time. `stop_idle` stops a program
    that has read its input and written something, and has then been idle for a second.
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
    wall_seconds: float | None = None
    stop_idle: bool = False


@dataclass(slots=True)
class RunResult:
    """The result of a run.

    `status` is the exit code, negative for a signal, or None if the program did not start (`errno` says why) or keeps
    running. `errors` is the end of its stderr. `timed_out` is true if it exceeded a time limit, and `cut_off` if that
    was `wall_seconds`, so that nothing is known of its processes. `lingered` is true if it was stopped because it was
    idle; its status is 0. `left_behind` names the processes that were left after it ended. Shared memory counts for
    `too_much_memory`. `peak` is its maximal memory in KiB, at least that of the supervisor. `cpu_seconds` includes the
    processes that it left behind. `seconds` is the time of its processes, at most their limit, if the run was long.
    """

    status: int | None = None
    errno: int = 0
    output: str = ""
    errors: str = ""
    timed_out: bool = False
    cut_off: bool = False
    lingered: bool = False
    too_much_output: bool = False
    too_many_processes: bool = False
    too_much_memory: bool = False
    left_behind: Sequence[str] = ()
    peak: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    supervisor_error: str = ""

    @property
    def ended_badly(self) -> bool:
        """Whether the program failed or was killed, so that its last answers may be missing or incomplete."""
        too_much = self.too_much_output or self.too_many_processes or self.too_much_memory
        return bool(self.status or self.timed_out or too_much or self.supervisor_error)


def send(channel: socket.socket, message: RunRequest | RunResult) -> None:
    """Send a message."""
    channel.sendall(pickle.dumps(message))


def receive(channel: socket.socket) -> Any:
    """Receive a message; raises EOFError or UnpicklingError if the other side has ended."""
    with channel.makefile("rb") as stream:  # the sides take turns, so no second message is read ahead
        return pickle.load(stream)  # noqa: S301 - the other side is our own
