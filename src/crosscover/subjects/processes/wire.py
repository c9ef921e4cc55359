"""Messages between the suite and its supervisor: requests to run programs, and their results."""

import pickle
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

ADOPTS_ORPHANS = sys.platform == "linux"
"""Whether the supervisor adopts orphaned processes; elsewhere it finds only the program's own process group."""


class Stop(Enum):
    """Why a program was stopped.

    `CLOCK` means that `wall_seconds` have passed. An `IDLE` program has finished its work. `LOST` means that the
    supervisor or the worker failed.
    """

    TIME = "time"
    CLOCK = "clock"
    IDLE = "idle"
    OUTPUT = "output"
    PROCESSES = "processes"
    MEMORY = "memory"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run. Texts are bytes decoded as Latin-1, because a program may print any bytes.

    `seconds` is the time limit of its processes, excluding time in which other processes use every processor;
    `wall_seconds` is the wall-clock limit of the run. `memory` and `output` are in MiB; stdout and stderr are limited
    separately. `stop_idle` stops a program that is idle for 0.3 s after it has written something; until then, its
    input stays open. If it `forks`, the program is a worker, started once and forked for each request with an input.
    """

    argv: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    input: str
    seconds: float
    wall_seconds: float
    memory: int
    output: int
    stop_idle: bool = False
    forks: bool = False


@dataclass(slots=True)
class RunResult:
    """The result of a run.

    `status` is the exit code, negative for a signal; None if the program did not start (`errno` is the reason).
    `errors` is the end of its stderr. `left_behind` lists the names of processes that outlived it. `peak` is its
    maximum memory in KiB, without shared memory. `seconds` is the time of its processes, at most their limit, or 0 if
    the run was too short to measure.
    """

    status: int | None = None
    errno: int = 0
    output: str = ""
    errors: str = ""
    stopped: Stop | None = None
    left_behind: list[str] = field(default_factory=list[str])
    peak: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0

    @property
    def timed_out(self) -> bool:
        """Whether the program exceeded a time limit."""
        return self.stopped in (Stop.TIME, Stop.CLOCK)


def send(channel: socket.socket, message: RunRequest | RunResult) -> None:
    """Send a message."""
    channel.sendall(pickle.dumps(message))


def receive(channel: socket.socket) -> Any:
    """Receive a message; raises EOFError or UnpicklingError if the other side has ended."""
    with channel.makefile("rb") as stream:  # the sides take turns, so no second message is read ahead
        return pickle.load(stream)  # noqa: S301 - the other side is our own
