"""Files of puzzles: by name, in a dialect that their first lines tell, perhaps compressed."""

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from crosscover.dialects import Dialect, Entry, LineStream, MalformedInputError, detect, dialect
from crosscover.dialects.lines import COMMENT
from crosscover.dialects.text import quote
from crosscover.exit_code import UsageError
from crosscover.reference import Grid, Shape

LocatedEntry = tuple[str, Entry]
"""What stands in a file, after its place, `FILE:LINE`."""

STDIN = "-"


class Row(NamedTuple):
    """What stands in one of several files: the number of the file, from 0, and the line where it begins, from 1.

    A malformed row has no puzzle, and the error says why, with its column.
    """

    file: int
    line: int
    puzzle: Grid | None
    solution: Grid | None
    error: str = ""


MAX_COMMENTS = 100
"""So many comments at the beginning of a file are looked past, to tell its dialect."""

COMPRESSIONS = {".gz": "gzip", ".xz": "lzma"}
"""The endings of compressed files, and the modules that open them."""


@contextmanager
def open_input(name: str) -> Generator[BinaryIO]:
    """Open the file of that name, or the standard input; a file that ends in .gz or .xz is decompressed.

    Raises UsageError where it cannot be opened or decompressed, and where its reader raises MalformedInputError.
    """
    try:
        file = _open(name)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None
    with file:
        try:
            yield file
        except MalformedInputError as error:
            raise UsageError(error.reason, f"{display_name(name)}:{error.line}:{error.column}") from None
        except _decompression_errors() as error:
            raise UsageError(f"{name}: {error}") from None


def _open(name: str) -> BinaryIO:
    if name != STDIN:
        module = COMPRESSIONS.get(Path(name).suffix)
        return cast("BinaryIO", import_module(module).open(name)) if module else Path(name).open("rb")
    if sys.stdin is None:
        raise UsageError(f"{name}: the standard input is closed")
    if sys.stdin.isatty():
        print("crosscover: type or paste puzzles; Ctrl-D ends them", file=sys.stderr)
    return open(sys.stdin.fileno(), "rb", closefd=False)


def _decompression_errors() -> tuple[type[Exception], ...]:
    """What a compressed file raises that is damaged, or cut off."""
    from gzip import BadGzipFile  # noqa: PLC0415 - asked for only once something was raised
    from lzma import LZMAError  # noqa: PLC0415 - the same
    from zlib import error as ZlibError  # noqa: N812, PLC0415 - the same

    return EOFError, BadGzipFile, LZMAError, ZlibError


def display_name(name: str) -> str:
    """The name of a file as messages show it."""
    return "<stdin>" if name == STDIN else name


def detect_dialect(lines: LineStream, shape: Shape = Shape()) -> Dialect:
    """The dialect of the first lines, which stay in the stream; MalformedInputError where they are of none."""
    found = detect(_peek_past_comments(lines), shape)
    if found is None:
        first = lines.peek(2)
        found = detect(first, shape, whole=len(first) < 2)
    if found is not None:
        return found
    for number, line in enumerate(lines, 1):
        if line.strip():
            raise MalformedInputError(number, 1, "a dialect that its first line tells, or --dialect NAME", quote(line))
    raise MalformedInputError(1, 1, "a puzzle", "the end of the input")


def _peek_past_comments(lines: LineStream) -> list[str]:
    """The first lines that are comments, a hundred at most, and the one after them."""
    first: list[str] = []
    for count in range(1, MAX_COMMENTS + 1):
        first = lines.peek(count)
        if len(first) < count or not first[-1].startswith(COMMENT):
            break
    return first


def dialect_and_shape(lines: LineStream, name: str | None = None, shape: Shape | None = None) -> tuple[Dialect, Shape]:
    """The dialect of that name, or that of the first lines, and the shape of the puzzles, which it may settle.

    Raises UsageError for a shape that is not the dialect's, MalformedInputError where the lines are of no dialect.
    """
    spoken = dialect(name) if name else detect_dialect(lines, shape or Shape())
    if shape is not None and spoken.shape not in (None, shape):
        raise UsageError(f"the dialect {spoken.name} is for the shape {spoken.shape}, not {shape}")
    return spoken, shape or spoken.shape or Shape()


def read_entries(names: Sequence[str], spoken: str | None = None, shape: Shape | None = None) -> Iterator[LocatedEntry]:
    """What stands in files of puzzles, with its places; the standard input where no file is named.

    They are in the dialect of that name, or the one that the first lines of each file tell; of 3x3 boxes unless a shape
    is given or the dialect is for another. Raises UsageError after the puzzles before.
    """
    for name in names or [STDIN]:
        with open_input(name) as file:
            lines = LineStream(file)
            reader, its_shape = dialect_and_shape(lines, spoken, shape)
            for entry in reader.read(lines, its_shape):
                yield f"{display_name(name)}:{entry.line}", entry


def read_rows(names: Sequence[str], spoken: str | None = None, shape: Shape | None = None) -> Iterator[Row]:
    """The same as rows, without the names of the files."""
    for file, name in enumerate(names or [STDIN]):
        for place, entry in read_entries([name], spoken, shape):
            yield Row(file, int(place.rpartition(":")[2]), entry.puzzle, entry.solution)
