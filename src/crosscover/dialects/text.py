"""Lines of text: from the bytes of a stream, and numbered for the readers of dialects."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from select import select
from typing import BinaryIO

from .malformed import MalformedInputError

BLANKS = " \t\r\n"
BYTE_ORDER_MARK = "\ufeff"
HAS_DIGIT = re.compile("[0-9]")
BLOCK = 1 << 16
MAX_LINE_BYTES = 1 << 20
"""The most bytes that a line may have: a stream without line ends must not fill the memory."""


class LineStream:
    """The lines of a stream of bytes, without their line ends, each as soon as it is complete.

    Before a read that has to wait for the peer, `idle` is called: the moment to write what was kept back. Iteration
    raises MalformedInputError where the bytes are not UTF-8 or hold a NUL, after the lines before.
    """

    def __init__(self, stream: BinaryIO, idle: Callable[[], object] | None = None) -> None:
        self._stream = stream
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self.idle = idle
        self._blocking = True
        self._ended = False
        self._error: MalformedInputError | None = None
        self._ready: deque[str] = deque()
        self._rest = b""
        self._number = 0

    def __iter__(self) -> Iterator[str]:
        while self._ready or self._fill():
            yield self._ready.popleft()
        if self._error is not None:
            raise self._error

    def peek(self, count: int) -> list[str]:
        """The next lines that are not blank, without taking them: so many, or fewer where the input ends before."""
        while True:
            lines = [line for line in self._ready if line.strip(BLANKS)]
            if len(lines) >= count or not self._fill():
                return lines[:count]

    def stop_waiting(self) -> None:
        """From now on, end where the next line is not at hand: whatever keeps the pipe open may be waiting for us."""
        self._blocking = False

    def _fill(self) -> bool:
        while not self._ended:
            block = self._block()
            if block is None:
                return False
            before = len(self._ready)
            self._rest += block
            if block:
                end = self._rest.rfind(b"\n") + 1
                self._split(self._rest[:end])
                self._rest = self._rest[end:]
                if not self._ended and (b"\0" in self._rest or len(self._rest) > MAX_LINE_BYTES):
                    self._split(self._rest)
            else:
                self._ended = True
                self._split(self._rest)
            if len(self._ready) > before:
                return True
        return False

    def _block(self) -> bytes | None:
        if self._waits():
            if not self._blocking:
                return None
            if self.idle is not None:
                self.idle()
        return self._read(BLOCK)

    def _waits(self) -> bool:
        try:
            return not select([self._stream], [], [], 0)[0]
        except (OSError, ValueError):  # bytes in memory, which never wait
            return False

    def _split(self, data: bytes) -> None:
        if not data:
            return
        try:
            text = data.decode()
            wrong = data.find(b"\0")
            found = "a NUL character"
        except UnicodeDecodeError as error:
            text = ""
            wrong = error.start
            nul = data.find(b"\0", 0, wrong)
            wrong, found = (nul, "a NUL character") if nul >= 0 else (wrong, f"the byte 0x{data[wrong]:02x}")
        if wrong >= 0:
            start = data.rfind(b"\n", 0, wrong) + 1
            text = data[:start].decode()
            line = self._number + text.count("\n") + 1
            self._fail(line, len(data[start:wrong].decode()) + 1, "text in UTF-8", found)
        elif len(data) > MAX_LINE_BYTES and "\n" not in text:
            text = ""
            self._fail(self._number + 1, 1, f"a line of at most {MAX_LINE_BYTES} bytes", "a longer one")
        if self._number == 0:
            text = text.removeprefix(BYTE_ORDER_MARK)
        lines = text.replace("\r\n", "\n").split("\n")
        if not lines[-1]:
            lines.pop()
        self._number += len(lines)
        self._ready.extend(lines)

    def _fail(self, line: int, column: int, expected: str, found: str) -> None:
        self._error = MalformedInputError(line, column, expected, found)
        self._ended = True


class NumberedLines:
    """Lines on their way through a reader: `number` is that of the last one, counted from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._source = lines
        self._lines = iter(lines)
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            if self.number == 1:
                line = line.removeprefix(BYTE_ORDER_MARK)  # noqa: PLW2901 - the same line, as it was meant
            yield line.rstrip(BLANKS)

    def end(self, expected: str) -> None:
        """Raise MalformedInputError unless nothing but blank lines follows.

        Where the rest would have to be waited for, only what is at hand is looked at.
        """
        if isinstance(self._source, LineStream):
            self._source.stop_waiting()
        for line in self:
            if line:
                raise MalformedInputError(self.number, column_of(line), expected, quote(line))

    def missing(self, expected: str) -> MalformedInputError:
        """The error for an input that has ended too early."""
        return MalformedInputError(self.number + 1, 1, expected, "the end of the input")


def column_of(line: str) -> int:
    """The column of the first character that is not a blank."""
    return len(line) - len(line.lstrip(BLANKS)) + 1


def quote(text: str) -> str:
    """The text as an error shows it: in quotes, without the blanks around it, shortened where it is long."""
    text = text.strip(BLANKS)
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def has_digit(text: str) -> bool:
    """Whether a text has any of the digits 0 to 9; a line of output that has none is a refusal."""
    return HAS_DIGIT.search(text) is not None


def output_lines(text: str) -> list[str]:
    """The lines of what a program wrote, without line ends and trailing blanks."""
    lines = [line.rstrip(BLANKS) for line in text.removeprefix(BYTE_ORDER_MARK).split("\n")]
    if text.endswith("\n") or not text:
        lines.pop()
    return lines
