"""Lines from byte streams."""

import os
import pickle
from collections.abc import Generator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

import pytest

from crosscover.dialects import DIALECTS, LineStream, MalformedInputError, numbered_lines
from crosscover.dialects.numbered_lines import BLOCK, MAX_LINE_BYTES

from .samples import INPUTS, PUZZLE, SECOND, error_fields, read


def read_malformed(data: bytes) -> tuple[list[str], tuple[int, int, str, str]]:
    """The lines before an error, and the error."""
    lines: list[str] = []
    with pytest.raises(MalformedInputError) as caught:
        lines.extend(LineStream(BytesIO(data)))
    error = caught.value
    return lines, (error.line, error.column, error.expected, error.found)


@contextmanager
def pipe() -> Generator[tuple[BinaryIO, BinaryIO]]:
    """The ends of a pipe for reading and writing."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", buffering=0) as sink:
        yield source, sink


def test_lines() -> None:
    """Lines have no line ends, and only LF, CRLF and CR end them."""
    assert list(LineStream(BytesIO(b"a\r\nb\n\nc\x0b\xe2\x80\xa8\rd"))) == ["a", "b", "", "c\x0b\u2028", "d"]


def test_lines_across_blocks() -> None:
    """A line, a character or a line end may be split across reads."""
    for end in ("\n", "\r\n", "\r"):
        text = "".join(f"{'é' * (number % 90)}{end}" for number in range(3 * BLOCK // 90))
        assert list(LineStream(BytesIO(text.encode()))) == text.split(end)[:-1]


def test_not_utf8() -> None:
    """Bytes that are not UTF-8 are refused with line and column, after the lines before them."""
    assert read_malformed(b"ab\nc\xc3\xa9\xff\nd") == (["ab"], (2, 3, "text in UTF-8", "the byte 0xff"))


def test_utf16() -> None:
    """The byte-order mark of UTF-16 is refused."""
    assert read_malformed("1\n".encode("utf-16")) == ([], (1, 1, "text in UTF-8", "the byte 0xff"))


@pytest.mark.parametrize("data", [b"a\nbc\0\n", b"a\nbc\0", b"a\nbc\0\xff\n"])
def test_nul(data: bytes) -> None:
    """A NUL is refused, with or without a line end after it."""
    assert read_malformed(data) == (["a"], (2, 3, "text in UTF-8", "a NUL character"))


def test_endless_line() -> None:
    """An extremely long line is refused."""
    assert read_malformed(b"a\n" + b"1" * (MAX_LINE_BYTES + BLOCK)) == (
        ["a"],
        (2, 1, f"a line of at most {MAX_LINE_BYTES} bytes", "a longer one"),
    )


def test_puzzles_before_bytes_that_are_no_text() -> None:
    """Puzzles before a malformed byte are read, but not the line of the byte."""
    assert error_fields("lines", f"{PUZZLE}\n{SECOND}".encode() + b"\xff\n") == (
        2,
        82,
        "text in UTF-8",
        "the byte 0xff",
    )


def test_peek() -> None:
    """`peek` skips blank lines and consumes nothing."""
    lines = LineStream(BytesIO(b"\na\n\nb\nc"))
    assert lines.peek(2) == ["a", "b"]
    assert lines.peek(9) == ["a", "b", "c"]
    assert list(lines) == ["", "a", "", "b", "c"]


def test_peek_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """`peek` stops after many blank lines."""
    monkeypatch.setattr(numbered_lines, "MAX_PEEKED", 100)
    blank = b"\n" * 2 * BLOCK
    lines = LineStream(BytesIO(blank + b"a"))
    assert lines.peek(1) == []
    assert len(list(lines)) == len(blank) + 1


def test_peek_before_an_error() -> None:
    """`peek` returns the lines before an error, which is raised when its line is read."""
    lines = LineStream(BytesIO(b"a\n\xff\n"))
    assert lines.peek(5) == ["a"]
    with pytest.raises(MalformedInputError):
        list(lines)


@pytest.mark.parametrize("name", [name for name in INPUTS if DIALECTS[name].batch_limit is None])
def test_puzzle_comes_before_the_rest(name: str) -> None:
    """A puzzle is returned when its last line is read, while the pipe is open."""
    with pipe() as (source, sink):
        chosen = DIALECTS[name]
        whole = chosen.write([next(read(name, INPUTS[name].split("\n"))).puzzle] * 2)
        end = whole.index("\n", len(whole) // 2 + 2 - len(chosen.end)) if name in ("t-grids", "poj2676") else None
        sink.write(whole[:end].encode() + (b"\n" if end else b""))
        entry = next(read(name, LineStream(source)))
        assert str(entry.puzzle) == PUZZLE


@pytest.mark.parametrize("is_later", [False, True], ids=["at once", "later"])
@pytest.mark.parametrize("name", ["poj3074", "grid", "t-grids", "poj2676"])
def test_text_after_the_end(name: str, is_later: bool) -> None:
    """Text after `end`, or after the announced number of grids, is malformed, even if it arrives later."""
    with pipe() as (source, sink):
        sink.write(INPUTS[name].encode() + (b"" if is_later else b"\n 1\n"))
        entries = read(name, LineStream(source))
        assert str(next(entries).puzzle) == PUZZLE
        sink.write(b"\n 1\n" if is_later else b"")
        with pytest.raises(MalformedInputError, match="column 2: expected nothing after") as caught:
            list(entries)
        assert caught.value.line == INPUTS[name].count("\n") + 2


def test_error() -> None:
    """The error has a complete message and can be pickled."""
    error = MalformedInputError(3, 7, "a digit", "'x'")
    assert str(error) == "line 3, column 7: expected a digit, found 'x'"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - made here
