"""What the suite and its warden say to each other: an order, and what became of it."""

import json
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, cast

_SIZE = 4
"""The bytes that give the length of a message."""


class Task(Enum):
    """What the warden is to do."""

    RUN = "run"
    """Start a program, feed it, and wait for its end."""

    LOAD = "load"
    """Start a program that is to be forked for each call, and wait for its first line."""

    CALL = "call"
    """Fork the loaded program, feed the copy, and wait for its end."""


@dataclass(frozen=True, slots=True)
class Order:
    """One run. Texts are bytes read as Latin-1, because a program may print any.

    With `answer_lines` 0 all turns are fed at once. Otherwise each waits for the answer to the one before, so many
    lines that are not blank, or one line without digits; `turn_seconds` bounds the wait. `memory` and `output` are in
    bytes.
    """

    task: Task
    argv: tuple[str, ...]
    folder: str
    turns: tuple[str, ...]
    seconds: float
    memory: int
    output: int
    answer_lines: int = 0
    turn_seconds: float | None = None


@dataclass(slots=True)
class Outcome:
    """What became of a run, as far as it went.

    `status` is the exit status, negative for a signal, None for a program that was not started or is kept; `errno` says
    why it was not started. `output_closed` is true where it closed its output and did not end. `errors` is the end of
    what came on standard error. `flooded` names the stream that passed the bound, `left` the processes that were still
    there when the program had ended. `unread` counts the bytes of input that the program never took, `peak` the
    kibibytes that it held at most. `lost` says why the warden itself failed, and is empty where it did not.
    """

    status: int | None = None
    errno: int = 0
    output: str = ""
    errors: str = ""
    flooded: str = ""
    timed_out: bool = False
    stubborn: bool = False
    crowded: bool = False
    output_closed: bool = False
    left: tuple[str, ...] = ()
    unread: int = 0
    fed: int = 0
    peak: int = 0
    seconds: float = 0.0
    lost: str = ""


def send_order(channel: socket.socket, order: Order) -> None:
    """Send an order."""
    _send(channel, {**asdict(order), "task": order.task.value})


def receive_order(channel: socket.socket) -> Order | None:
    """The next order; None where the other side is gone."""
    fields = _receive(channel)
    if fields is None:
        return None
    fields |= {"task": Task(fields["task"]), "argv": tuple(fields["argv"]), "turns": tuple(fields["turns"])}
    return Order(**fields)


def send_outcome(channel: socket.socket, outcome: Outcome) -> None:
    """Send an outcome."""
    _send(channel, asdict(outcome))


def receive_outcome(channel: socket.socket) -> Outcome | None:
    """The next outcome; None where the other side is gone."""
    fields = _receive(channel)
    if fields is None:
        return None
    fields |= {"left": tuple(fields["left"])}
    return Outcome(**fields)


def _send(channel: socket.socket, fields: Mapping[str, object]) -> None:
    message = json.dumps(fields).encode()
    channel.sendall(len(message).to_bytes(_SIZE, "big") + message)


def _receive(channel: socket.socket) -> dict[str, Any] | None:
    size = _exactly(channel, _SIZE)
    message = size and _exactly(channel, int.from_bytes(size, "big"))
    return cast("dict[str, Any]", json.loads(message)) if message else None


def _exactly(channel: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = channel.recv(min(size - len(data), 1 << 20))
        if not part:
            return b""
        data += part
    return bytes(data)
