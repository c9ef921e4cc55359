"""Lines of text, read from a stream of bytes and numbered, and the error for text that is not in its dialect."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeVar

BLANKS = " \t\r\n"
BYTE_ORDER_MARK = "\ufeff"
ESCAPE = "\x1b"
BLOCK = 1 << 16
MAX_LINE_BYTES = 1 << 20
"""Maximum number of bytes in a line: a stream without line ends must not fill the memory."""
MAX_PEEKED = 1 << 20
"""Number of characters after which `LineStream.peek` stops, so that blank lines do not fill the memory."""

Parsed = TypeVar("Parsed")

_TERMINAL_CONTROL = re.compile(r"\x1b\[[0-?]*+[ -/]*+[@-~]")
"""A control sequence of ECMA-48, section 5.4."""


@dataclass(unsafe_hash=True)
class MalformedInputError(ValueError):
    """Text that is not in its dialect: its line and column, and what was expected and found there.

    Lines and columns count from 1; columns count characters. Errors with equal fields are equal, and can be sent to
    other processes if made with positional arguments.
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
    """The lines of a stream of bytes, without their line ends, each as soon as it is complete.

    `longest` is the maximum number of bytes in a line. Iteration raises MalformedInputError at bytes that are not
    UTF-8, and at a NUL, after the lines before.
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

    def peek(self, count: int, passes: Callable[[str], bool] = lambda _line: False) -> list[str]:
        """The next `count` lines that are not blank, and those before them that `passes`, without consuming them.

        Fewer at the end of the input, and after the first `MAX_PEEKED` characters.
        """
        found: list[str] = []
        taken: list[str] = []
        size = 0
        while count and size < MAX_PEEKED and (self._ready or self._fill()):
            line = self._ready.popleft()
            taken.append(line)
            size += len(line) + 1
            if line.strip(BLANKS):
                found.append(line)
                count -= not passes(line)
        self._ready.extendleft(reversed(taken))
        return found

    def _fill(self) -> bool:
        """Read until lines are ready; return whether any are."""
        while not self._ready and not self._ended:
            block = self._read(BLOCK)
            end = block.rfind(b"\n") + 1
            if b"\0" in block or (not end and len(self._rest) + len(block) > self._longest):
                end = len(block)  # splitting finds the error
            if end or not block:
                self._ended = not block
                self._split(bytes(self._rest) + block[:end])
                self._rest.clear()
            self._rest += block[end:]
        return bool(self._ready)

    def _split(self, data: bytes) -> None:
        valid = data.partition(b"\0")[0]
        try:
            text, wrong = valid.decode(), len(valid)
        except UnicodeDecodeError as error:
            text, wrong = "", error.start
        if len(data) > self._longest and b"\n" not in data:
            text = ""
            longest = f"a line of at most {self._longest} bytes"
            self._error = MalformedInputError(self._number + 1, 1, longest, "a longer one")
        elif wrong < len(data):
            start = data.rfind(b"\n", 0, wrong) + 1
            text = data[:start].decode()
            line, column = self._number + text.count("\n") + 1, len(data[start:wrong].decode()) + 1
            found = f"the byte 0x{data[wrong]:02x}" if data[wrong] else "a NUL character"
            self._error = MalformedInputError(line, column, "text in UTF-8", found)
        self._ended = self._ended or self._error is not None
        if self._number == 0:
            text = text.removeprefix(BYTE_ORDER_MARK)
        lines = text.replace("\r\n", "\n").split("\n")
        if not lines[-1]:
            lines.pop()
        self._number += len(lines)
        self._ready.extend(lines)


class NumberedLines:
    """Lines without ends, trailing blanks and byte-order mark.

    `number` is the number of the last line, counted from 1, and `unstripped` its text with trailing blanks.
    """

    def __init__(self, lines: Iterable[str], ignored: Callable[[str], object] | None = None) -> None:
        """Number these lines; those for which `ignored` is true are counted and left out."""
        self._lines = iter(lines)
        self._ignored = ignored
        self.number = 0
        self.unstripped = ""

    @classmethod
    def of_output(cls, text: str, ignored: Callable[[str], object] | None = None) -> "NumberedLines":
        """The lines of a program's output, without control sequences for terminals."""
        if ESCAPE in text:
            text = _TERMINAL_CONTROL.sub("", text)
        return cls(text.removesuffix("\n").split("\n") if text else (), ignored)

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            if self.number == 1:
                line = line.removeprefix(BYTE_ORDER_MARK)  # noqa: PLW2901 - the same line
            self.unstripped = line
            line = line.rstrip(BLANKS)  # noqa: PLW2901 - the same line
            if self._ignored is None or not self._ignored(line):
                yield line

    def without(self, ignored: Callable[[str], object]) -> "NumberedLines":
        """These lines, without those for which `ignored` is true."""
        return NumberedLines(self._lines, ignored)

    def each_line(self, parse: Callable[[str, int], Parsed], expected: str) -> Iterator[Parsed | MalformedInputError]:
        """The result of `parse` for each line that is not blank and its number, or the error that it raises.

        Raises the error that something `expected` is missing if there is no such line; "" expects nothing.
        """
        seen_line = False
        for line in filter(None, self):
            seen_line = True
            try:
                yield parse(line, self.number)
            except MalformedInputError as error:
                yield error.with_traceback(None)
        if expected and not seen_line:
            raise self.missing(expected)

    def end(self, expected: str) -> None:
        """Read to the end of the input; raises MalformedInputError unless all its lines are blank."""
        for line in filter(None, self):
            raise MalformedInputError(self.number, len(line) - len(line.lstrip(BLANKS)) + 1, expected, quote(line))

    def missing(self, expected: str, whole: str = "the input") -> MalformedInputError:
        """The error for a text that ends too early."""
        return MalformedInputError(self.number + 1, 1, expected, f"the end of {whole}")


def quote(text: str) -> str:
    """The text as errors show it: in quotes, without surrounding blanks, shortened if it is long."""
    text = text.strip(BLANKS)
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


has_digit = re.compile("[0-9]").search
"""Whether a text has any of the digits 0 to 9; a line of output without any is a refusal."""
