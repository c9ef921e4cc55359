"""Numbered lines from a byte stream, and the error for malformed input."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

BLANKS = " \t\r\n"
BYTE_ORDER_MARK = "\ufeff"
BLOCK = 1 << 16
MAX_LINE_BYTES = 1 << 20
"""Maximum line length in bytes; a stream without line ends must not fill the memory."""
MAX_DOCUMENT_BYTES = 1 << 24
"""Maximum line length in bytes of a text that begins like JSON or XML, which may be a single line."""
MAX_PEEKED = 1 << 20
"""Number of characters after which `LineStream.peek` stops, so blank lines do not fill the memory."""

_TERMINAL_CONTROL = re.compile(r"(?:\x1b(?:\[[0-?]*+[ -/]*+[@-~]|c))+")
"""Control sequences of ECMA-48, section 5.4, or resets of the terminal."""

_MOVES = re.compile(r"[ABEFHJcdf](?:\x1b|$)")
"""The end of a control sequence that moves the cursor to another line, or clears the screen."""

_MALFORMED = re.compile("[\0\udc80-\udcff]")
"""A NUL, or a byte that is not UTF-8, as `surrogateescape` decodes it."""


@dataclass(unsafe_hash=True)
class MalformedInputError(ValueError):
    """Text does not match its dialect; holds its line and column, and what was expected and found there.

    Lines and columns count from 1; columns count characters. Errors with equal fields are equal. Errors that are made
    with positional arguments can be sent to other processes.
    """

    line: int
    column: int
    expected: str
    found: str

    @property
    def reason(self) -> str:
        """The message without the line and column."""
        return f"expected {self.expected}, found {self.found}"

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class LineStream:
    """The lines of a byte stream, without line ends (LF, CRLF or CR), each as soon as it is complete.

    `longest` is the maximum line length in bytes; in JSON and XML, it is at least `MAX_DOCUMENT_BYTES`. Iteration
    raises MalformedInputError at invalid UTF-8 and at a NUL, after yielding the lines before.
    """

    def __init__(self, stream: BinaryIO, longest: int = MAX_LINE_BYTES) -> None:
        self._longest = longest
        self._read: Callable[[int], bytes] = getattr(stream, "read1", None) or stream.read
        self._ended = False
        self._error: MalformedInputError | None = None
        self._ready: deque[str] = deque()
        self._rest = bytearray()
        self._number = 0

    def __iter__(self) -> Iterator[str]:
        while self._ready or self._fill():
            yield self._ready.popleft()
        if self._error is not None:
            raise self._error

    def peek(
        self, count: int, passes: Callable[[str], bool] = lambda _line: False, *, size: int | None = None
    ) -> list[str]:
        """Return the next `count` non-blank lines, and any before them that `passes` accepts, without consuming them.

        Returns fewer at the end of the input, and after `size` characters, MAX_PEEKED if it is None.
        """
        size = MAX_PEEKED if size is None else size
        found: list[str] = []
        taken: list[str] = []
        while count and size > 0 and (self._ready or self._fill()):
            line = self._ready.popleft()
            taken.append(line)
            size -= len(line) + 1
            if line.strip(BLANKS):
                found.append(line)
                count -= not passes(line)
        self._ready.extendleft(reversed(taken))
        return found

    def _fill(self) -> bool:
        while not self._ready and not self._ended:
            block = self._read(BLOCK)
            if not (self._number or self._rest) and block.lstrip()[:1] in (b"[", b"{", b"<"):
                self._longest = max(self._longest, MAX_DOCUMENT_BYTES)
            end = max(block.rfind(b"\n"), block.rfind(b"\r", 0, -1)) + 1  # the block may end within CRLF
            too_long = not end and len(self._rest) + len(block) > self._longest
            self._ended = not block or too_long or b"\0" in block
            end = len(block) if self._ended else end
            if end or self._ended:
                self._add_lines(bytes(self._rest) + block[:end], too_long=too_long)
                self._rest.clear()
            self._rest += block[end:]
        return bool(self._ready)

    def _add_lines(self, data: bytes, *, too_long: bool) -> None:
        """Queue the lines of a text, up to the first malformed line; only a single line can be too long."""
        text = data.decode("utf-8" if self._number else "utf-8-sig", "surrogateescape")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines[-1]:
            lines.pop()
        for place, line in enumerate(lines if self._ended or not data.isascii() else ()):
            wrong = _MALFORMED.search(line)
            if wrong or too_long:
                column, expected, found = 1, f"a line of at most {self._longest} bytes", "a longer one"
                if wrong:
                    column, expected, found = wrong.start() + 1, "text in UTF-8", "a NUL character"
                    found = found if wrong[0] == "\0" else f"the byte 0x{ord(wrong[0]) & 0xFF:02x}"
                self._error = MalformedInputError(self._number + place + 1, column, expected, found)
                self._ended = True
                del lines[place:]
                break
        self._number += len(lines)
        self._ready.extend(lines)


class NumberedLines:
    """Lines without line ends, trailing blanks and byte-order mark.

    `number` is the number of the last line, counted from 1, and `unstripped` its text with trailing blanks. Lines that
    `ignored` accepts are counted but skipped.
    """

    def __init__(self, lines: Iterable[str], ignored: Callable[[str], object] | None = None) -> None:
        self._lines = iter(lines)
        self._ignored = ignored
        self.number = 0
        self.unstripped = ""

    @classmethod
    def of_output(cls, text: str, ignored: Callable[[str], object] | None = None) -> "NumberedLines":
        """Return the lines of a program's output as a terminal shows them.

        A cursor that leaves its line ends it. A carriage return within a line, if the output has line feeds, removes
        the text before it.
        """
        text = _TERMINAL_CONTROL.sub(lambda found: "\n" if found.start() and _MOVES.search(found[0]) else "", text)
        lines = text.removesuffix("\n").split("\n") if text else []
        if len(lines) > 1 and "\r" in text:
            lines = [line.rstrip("\r").rpartition("\r")[2] for line in lines]
        return cls(lines, ignored)

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            if self.number == 1:
                line = line.removeprefix(BYTE_ORDER_MARK)  # noqa: PLW2901 - the same line
            self.unstripped = line
            line = line.rstrip(BLANKS)  # noqa: PLW2901 - the same line
            if self._ignored is None or not self._ignored(line):
                yield line

    def end(self, expected: str) -> None:
        """Read to the end of the input; raises MalformedInputError unless all remaining lines are blank."""
        for line in filter(None, self):
            raise MalformedInputError(self.number, len(line) - len(line.lstrip(BLANKS)) + 1, expected, quote(line))

    def missing(self, expected: str) -> MalformedInputError:
        """Return the error for a text that ends too early."""
        return MalformedInputError(self.number + 1, 1, expected, "the end of the input")


def quote(text: str) -> str:
    """Return a text as errors show it: in quotes, without surrounding blanks, shortened if it is long."""
    text = text.strip(BLANKS)
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


has_digit = re.compile("[0-9]").search
"""Search a text for a digit from 0 to 9; a line of output without digits is a refusal."""
