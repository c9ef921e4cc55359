r"""The one way out for text: what others chose can neither control a terminal nor command a CI server.

File names, arguments, ledgers, reports and the output of solvers may contain escape sequences of terminals, marks that
turn the direction of writing, and lines that a CI server obeys, such as `::add-mask::` or `##[error]`. The command line
writes to `escaped` streams. What crosscover itself means as a command or a colour is written to the `unescaped` one.

The escapes for characters that JSON leaves as they are, are those of JSON. JSON that is ASCII therefore stays valid.
"""

import io
import re
import sys
from collections.abc import Iterable
from typing import TextIO, cast

COMMAND = re.compile(r"(^[ \t]*:):|(##[A-Za-z]{0,8})\[", re.MULTILINE)
"""The start of a workflow command of GitHub, and of an older one, which may be anywhere in a line (Azure, TeamCity)."""

UNFINISHED = re.compile(r"##?[A-Za-z]{0,8}\Z")
"""The end of a line that may become a command; at most ten characters."""

ESCAPES = {"\x7f": r"\u007f", ":": r"\u003a", "[": r"\u005b"}
"""The escapes of characters that JSON leaves as they are."""


def escape(text: str) -> str:
    r"""Return a text with visible escapes for unprintable characters and commands; tabs and line ends stay.

    >>> escape("a\x1b[31m\r\u202e\n ::error::x ##[error]")
    'a\\x1b[31m\\r\\u202e\n :\\u003aerror::x ##\\u005berror]'
    """
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text = "".join(character if character in "\n\t" else _visible(character) for character in text)
    if "::" in text or "##" in text:
        text = COMMAND.sub(lambda match: match[0][:-1] + ESCAPES[match[0][-1]], text)
    return text


def escape_line(text: str) -> str:
    r"""Return a text that stays on one line, whatever it contains: tabs and line ends are escaped, too.

    >>> escape_line("a\n::error::x")
    'a\\n::error::x'
    """
    return escape("".join(map(_visible, text)) if "\n" in text or "\t" in text else text)


def print_line(line: object, stream: TextIO | None = None) -> None:
    """Print a line that stays one, whatever it contains, to stdout or a stream."""
    (stream or sys.stdout).write(escape_line(str(line)) + "\n")


class Escaper:
    """Escapes a text that comes in parts, as `escape` does the whole text: a part may begin within a command."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = ""

    def __call__(self, text: str) -> str:
        """Return the next part, escaped; the time is linear."""
        if text == "\n":  # `print` writes each line end apart
            self._before = ""
            return text
        before, text = self._before, self._before + text
        line = text[text.rfind("\n") + 1 :].lstrip(" \t")
        if line in ("", ":"):
            self._before = line
        else:  # a full stop stands for a line that cannot become a command
            unfinished = UNFINISHED.search(line[-10:])
            self._before = unfinished[0] if unfinished else "."
        return escape(text)[len(before) :]


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return ESCAPES.get(character) or character.encode("unicode_escape").decode()


def escaped(stream: TextIO, name: str) -> TextIO:
    """Return a stream that escapes all text, whose errors have the name, and that is otherwise like the given one.

    The given stream from now on accepts characters that its encoding lacks, and writes escapes for them. If it has no
    buffer (`PYTHONUNBUFFERED`), its file gets one for each line: without it, Python loses the rest of what the system
    wrote in part.
    """
    if isinstance(getattr(stream, "buffer", None), io.RawIOBase):
        stream = open(stream.fileno(), "w", buffering=1, encoding=stream.encoding, closefd=False)  # noqa: SIM115 - stays open
    named = _NamedStream(stream, name)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return cast("TextIO", _EscapedStream(named))


def unescaped(stream: TextIO) -> TextIO:
    """Return the stream below an escaped one, for colours and commands of crosscover itself, in whole lines."""
    return cast("TextIO", stream.unescaped) if isinstance(stream, _EscapedStream) else stream


class _NamedStream:
    """A stream whose errors name it: "No space left on device" alone could be about any file."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self._name = name

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._name) from None

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._name) from None

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _EscapedStream:
    def __init__(self, stream: _NamedStream) -> None:
        self.unescaped = stream
        self._escape = Escaper()

    def write(self, text: str) -> int:
        self.unescaped.write(self._escape(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.unescaped, name)
