"""Files of puzzles: by name, in a dialect that their first lines tell, perhaps compressed; or Parquet."""

import io
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from crosscover import parquet
from crosscover.decompression import decompress
from crosscover.dialects import (
    Columns,
    Dialect,
    Entry,
    LineStream,
    MalformedInputError,
    detect,
    dialect,
    raise_errors,
    table,
)
from crosscover.dialects.lines import COMMENT
from crosscover.dialects.text import quote
from crosscover.exit_code import UsageError
from crosscover.reference import Grid, Shape

LocatedEntry = tuple[str, Entry]
"""What stands in a file, after its place, `FILE:LINE`."""

STDIN = "-"

CSV = table(Columns()).name

MAX_COMMENTS = 100
"""So many comments at the beginning of a file are looked past, to tell its dialect."""


class Row(NamedTuple):
    """What stands at a place of several files: a puzzle, perhaps with its solution, or what is malformed."""

    file: int
    """Which of the named files, from 0."""

    line: int
    """The line where the entry begins, the row in a Parquet file, from 1."""

    puzzle: Grid | None
    """None for a malformed row."""

    solution: Grid | None
    error: str = ""
    """Why the row is malformed, after its column; empty if it is not."""


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """An open file of puzzles: its dialect, what is read of it, and its lines, which a Parquet file does not have.

    For a malformed entry the error is yielded, and reading goes on; where it cannot, the error is raised.
    """

    dialect: Dialect
    entries: Iterator[Entry | MalformedInputError]
    stored: BinaryIO
    """The file as it is stored, whose position tells how much of it was read."""

    lines: LineStream | None = None


@contextmanager
def open_input(name: str) -> Generator[BinaryIO]:
    """Open the file of that name, or the standard input; one that is compressed (gzip, bzip2, xz) is decompressed.

    Raises UsageError where it cannot be opened or decompressed, and where its reader raises MalformedInputError.
    """
    with _open(name) as file, _placed_errors(name):
        yield decompress(file, display_name(name))


@contextmanager
def _placed_errors(name: str) -> Generator[None]:
    """Raise UsageError with the place of what is malformed."""
    try:
        yield
    except MalformedInputError as error:
        raise _usage_error(error, name) from None


def _usage_error(error: MalformedInputError, name: str, note: str = "") -> UsageError:
    return UsageError(f"{error.reason}{note}", f"{display_name(name)}:{error.line}:{error.column}")


def _open(name: str) -> io.BufferedReader:
    """Open the file of that name, or the standard input; raises UsageError."""
    if name == STDIN and sys.stdin is None:
        raise UsageError(f"{name}: the standard input is closed")
    if name == STDIN and sys.stdin.isatty():
        print("crosscover: type or paste puzzles; Ctrl-D ends them", file=sys.stderr)
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False) if name == STDIN else Path(name).open("rb")
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None


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


@contextmanager
def open_puzzles(
    name: str,
    spoken: str | None = None,
    shape: Shape | None = None,
    columns: Columns = Columns(),
    *,
    first_line: int = 1,
) -> Generator[PuzzleFile]:
    """Open a file of puzzles, `-` for the standard input, in the dialect of that name or the one that its lines tell.

    With names of columns a file is a table: CSV, unless it is Parquet. Entries before the `first_line` may be left out,
    as by `Dialect.read_with_errors`. Raises UsageError where a file cannot be read, and where its reader raises
    MalformedInputError.
    """
    has_names = columns != Columns()
    if has_names and spoken not in (None, CSV):
        raise UsageError(f"names of columns are for CSV and Parquet, not for the dialect {spoken}")
    with _open(name) as file, _placed_errors(name):
        if Path(name).suffix == parquet.SUFFIX or file.peek(len(parquet.MAGIC)).startswith(parquet.MAGIC):
            if spoken is not None or name == STDIN:
                what = "the standard input" if name == STDIN else f"the dialect {spoken}"
                raise UsageError(f"{display_name(name)}: Parquet is read from a file of its own, not as {what}")
            yield PuzzleFile(
                table(columns), parquet.read_parquet(name, shape or Shape(), columns, first_row=first_line), file
            )
            return
        lines = LineStream(decompress(file, display_name(name)))
        its_dialect, its_shape = dialect_and_shape(lines, CSV if has_names else spoken, shape)
        if has_names:
            its_dialect = table(columns)
        yield PuzzleFile(
            its_dialect, its_dialect.read_with_errors(lines, its_shape, first_line=first_line), file, lines
        )


def read_entries(
    names: Sequence[str], spoken: str | None = None, shape: Shape | None = None, columns: Columns = Columns()
) -> Iterator[LocatedEntry]:
    """What stands in files of puzzles, with its places; the standard input where no file is named.

    They are in the dialect of that name, or the one that the first lines of each file tell; of 3x3 boxes unless a shape
    is given or the dialect is for another. Raises UsageError after the puzzles before.
    """
    for name in names or [STDIN]:
        with open_puzzles(name, spoken, shape, columns) as file:
            shown = display_name(name)
            for entry in raise_errors(file.entries):
                yield f"{shown}:{entry.line}", entry


def read_rows(
    names: Sequence[str],
    spoken: str | None = None,
    shape: Shape | None = None,
    *,
    columns: Columns = Columns(),
    skip_malformed: bool = False,
    start: tuple[int, int] = (0, 1),
    opened: Callable[[int, BinaryIO], None] = lambda _number, _file: None,
) -> Iterator[Row]:
    """The rows of files of puzzles, numbered, as `read_entries` reads them.

    With `skip_malformed` a malformed row is yielded with its error, and reading goes on. It ends all the same, with
    UsageError, where nobody can tell the rest: in a grid of several lines, a header, bytes that are not UTF-8, and a
    damaged file.

    Rows before the `start`, the file and line of one of them, are left out: files before are not opened, and where an
    entry is a line those before are only counted. (In XML several rows may begin in the same line.) `opened` is called
    with the number of each file, and the file as it is stored.
    """
    first_file, line = start
    for number, name in enumerate(names or [STDIN]):
        if number < first_file:
            continue
        first_line = line if number == first_file else 1
        with open_puzzles(name, spoken, shape, columns, first_line=first_line) as file:
            opened(number, file.stored)
            try:
                for entry in file.entries:
                    if entry.line < first_line:
                        continue
                    if not isinstance(entry, MalformedInputError):
                        yield Row(number, entry.line, entry.puzzle, entry.solution)
                    elif skip_malformed:
                        yield Row(number, entry.line, None, None, f"column {entry.column}: {entry.reason}")
                    else:
                        raise entry
            except MalformedInputError as error:
                note = "; nothing after that can be read" if skip_malformed else ""
                raise _usage_error(error, name, note) from None
