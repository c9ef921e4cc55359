"""Watching one run of a program: feeding it, reading it, and ending it.

Nothing here waits for one thing alone: the input is written while both outputs are read, so a program that answers
before it reads, or floods one stream while the other is full, stops nobody. Standard output and standard error are
bounded alike.
"""

import fcntl
import os
import selectors
import signal
import socket
import struct
import termios
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from .confinement import descendants, process_name, signal_all, signal_group, waited_seconds
from .wire import Order, Outcome

TICK = 0.05
"""Seconds between two looks at the clock and at the number of processes."""

GRACE = 0.25
"""Seconds that a program has to end after SIGTERM, and its children after the program."""

CROWD = 128
"""The processes that a program may have at one time."""

_CHUNK = 1 << 16
_ERRORS_SENT = 8192
_LAST_RESORT = 5.0


class AbandonedError(Exception):  # noqa: N818 - it is not an error: the suite has gone or no longer wants the answer
    """The suite is gone."""


@dataclass(slots=True)
class Streams:
    """The three pipes to a program.

    `question` is the end that the warden writes to and `questions_left` its own copy of the end that the program reads:
    through it the bytes that were never read can be counted, even when the program has closed its end or is dead.
    """

    question: int
    questions_left: int
    answer: int
    error: int
    theirs: tuple[int, int, int]

    @classmethod
    def opened(cls) -> "Streams":
        """Make the pipes; all ends are closed on exec."""
        (reads, question), (answer, writes), (error, complains) = os.pipe(), os.pipe(), os.pipe()
        for end in (question, answer, error):
            os.set_blocking(end, False)
        return cls(question, os.dup(reads), answer, error, (reads, writes, complains))

    def hand_over(self) -> None:
        """Close the program's ends, once it has them."""
        for end in self.theirs:
            os.close(end)
        self.theirs = (-1, -1, -1)

    def close(self) -> None:
        """Close whatever is still open."""
        for end in (*self.theirs, self.question, self.questions_left, self.answer, self.error):
            if end >= 0:
                os.close(end)
        self.question = -1


@dataclass(slots=True)
class Turns:
    """The input in turns, and how many of them the output has answered."""

    waiting: deque[bytes]
    answer_lines: int
    fed: int = 0
    answered: int = 0
    began: float = field(default_factory=time.monotonic)
    _lines: int = 0
    _partial: bytes = b""

    def next(self) -> bytes:
        """What may be fed now: everything, or the next turn if the last one is answered."""
        due = b""
        while self.waiting and (not self.answer_lines or self.answered >= self.fed):
            due += self.waiting.popleft()
            self.fed += 1
            self.began = time.monotonic()
            if self.answer_lines:
                break
        return due

    def hear(self, output: bytes) -> None:
        """Count the answers in some more output."""
        if not self.answer_lines:
            return
        *lines, self._partial = (self._partial + output).split(b"\n")
        for line in filter(bytes.strip, lines):
            refused = not self._lines and not any(character in b"0123456789" for character in line)
            self._lines += 1
            if refused or self._lines == self.answer_lines:
                self.answered += 1
                self._lines = 0


class Watch:
    """One run: made when the program has just been started."""

    def __init__(
        self,
        order: Order,
        process: int,
        streams: Streams,
        *,
        channel: socket.socket,
        alarm: int,
        spared: int | None,
    ) -> None:
        self._order = order
        self._process = process
        self._streams = streams
        self._spared = spared
        self._outcome = Outcome()
        self._turns = Turns(deque(turn.encode("latin-1") for turn in order.turns if turn), order.answer_lines)
        self._pending = memoryview(b"")
        self._heard = {"standard output": bytearray(), "standard error": bytearray()}
        self._began = time.monotonic()
        self._next_look = self._began + TICK
        self._selector = selectors.DefaultSelector()
        self._register(streams.answer, partial(self._read, streams.answer, "standard output"))
        self._register(streams.error, partial(self._read, streams.error, "standard error"))
        self._register(alarm, partial(os.read, alarm, _CHUNK))
        self._register(channel.fileno(), self._abandon)

    def until_end(self) -> Outcome:
        """Wait for the end of the program, or bring it about; nothing of it is left afterwards.

        Raises AbandonedError when the suite has gone; the caller then ends everything.
        """
        self._feed()
        while not self._is_over():
            self._turn_over(TICK)
        if self._outcome.status is None:
            self._end_program()
        else:
            self._look_behind()
        return self._finished()

    def until_answer(self) -> Outcome:
        """Wait for the first answer and keep the program; where it ends or the time runs out, as `until_end`."""
        self._feed()
        while not self._turns.answered and not self._is_over():
            self._turn_over(TICK)
        if not self._turns.answered:
            if self._outcome.status is None:
                self._end_program()
            else:
                self._look_behind()
        return self._finished(kept=bool(self._turns.answered))

    def _turn_over(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            key.data()
        self._reap()
        self._feed()

    def _feed(self) -> None:
        if not self._pending and (due := self._turns.next()):
            self._pending = memoryview(due)
        if self._streams.question < 0:
            return
        try:
            while self._pending:
                self._pending = self._pending[os.write(self._streams.question, self._pending) :]
        except BlockingIOError:
            if self._streams.question not in self._selector.get_map():
                self._register(self._streams.question, lambda: None, selectors.EVENT_WRITE)
            return
        if self._streams.question in self._selector.get_map():
            self._selector.unregister(self._streams.question)
        if not self._turns.waiting:
            os.close(self._streams.question)
            self._streams.question = -1

    def _read(self, stream: int, name: str) -> None:
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._selector.unregister(stream)
            return
        heard = self._heard[name]
        heard += data
        if len(heard) > self._order.output:
            self._outcome.flooded = name
        if stream == self._streams.answer:
            self._turns.hear(data)

    def _reap(self) -> None:
        try:
            while True:
                process, status, usage = os.wait4(-1, os.WNOHANG)
                if not process:
                    return
                if process == self._process:
                    self._outcome.status = os.waitstatus_to_exitcode(status)
                    self._outcome.peak = usage.ru_maxrss
        except ChildProcessError:
            return

    def _is_over(self) -> bool:
        outcome = self._outcome
        if outcome.status is not None or outcome.flooded:
            return True
        if time.monotonic() > self._next_look:
            self._next_look = time.monotonic() + TICK
            outcome.timed_out = self._late()
            outcome.crowded = len(descendants(os.getpid(), self._spared)) > CROWD
        return outcome.timed_out or outcome.crowded

    def _elapsed(self) -> float:
        return time.monotonic() - self._began

    def _late(self) -> bool:
        """Whether the time is up, not counting the time in which other processes held every processor.

        What is not counted is at most as long as the limit itself.
        """
        seconds, allowed = self._elapsed(), self._order.seconds
        waited = waited_seconds(self._process) if allowed < seconds < 2 * allowed else 0.0
        if seconds - waited > allowed:
            return True
        limit, turns = self._order.turn_seconds, self._turns
        return limit is not None and turns.answered < turns.fed and time.monotonic() - turns.began > limit + waited

    def _end_program(self) -> None:
        self._outcome.output_closed = self._streams.answer not in self._selector.get_map()
        if self._outcome.timed_out:
            signal_group(self._process, signal.SIGTERM)
            signal_group(self._process, signal.SIGCONT)  # a stopped process would not notice
            until = time.monotonic() + GRACE
            while self._outcome.status is None and time.monotonic() < until:
                self._turn_over(TICK)
            self._outcome.stubborn = self._outcome.status is None
        signal_group(self._process, signal.SIGKILL)

    def _look_behind(self) -> None:
        """Give the children of an ended program a moment, then note those that are still there."""
        until = time.monotonic() + GRACE
        while (left := descendants(os.getpid(), self._spared)) and time.monotonic() < until:
            self._turn_over(TICK / 10)
        self._outcome.left = tuple(process_name(process) for process in left)

    def _finished(self, *, kept: bool = False) -> Outcome:
        if not kept:
            signal_group(self._process, signal.SIGKILL)
            end_all(self._reap, self._spared)
        outcome, streams = self._outcome, self._streams
        for stream, name in ((streams.answer, "standard output"), (streams.error, "standard error")):
            while stream in self._selector.get_map() and len(self._heard[name]) <= self._order.output:
                size = len(self._heard[name])
                self._read(stream, name)
                if len(self._heard[name]) == size:
                    break
        outcome.unread = len(self._pending) + _readable(streams.questions_left) + sum(map(len, self._turns.waiting))
        outcome.fed = self._turns.fed
        outcome.seconds = self._elapsed()
        outcome.output = self._heard["standard output"][: self._order.output].decode("latin-1")
        outcome.errors = self._heard["standard error"][-_ERRORS_SENT:].decode("latin-1")
        self._selector.close()
        return outcome

    def _register(self, stream: int, handler: Callable[[], object], event: int = selectors.EVENT_READ) -> None:
        self._selector.register(stream, event, handler)

    def _abandon(self) -> None:
        raise AbandonedError


def end_all(reap: Callable[[], None], spared: int | None = None) -> None:
    """Kill and reap every process below this one, but for the spared one.

    A new process may appear between the look and the blow, hence the rounds; one that the system cannot end (it waits
    for a device, say) is given up after a few seconds.
    """
    until = time.monotonic() + _LAST_RESORT
    reap()
    while (living := descendants(os.getpid(), spared)) and time.monotonic() < until:
        signal_all(living, signal.SIGKILL)
        time.sleep(0.001)
        reap()


def _readable(stream: int) -> int:
    return int(struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, b"\0\0\0\0"))[0])
