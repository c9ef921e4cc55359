"""Puzzle files: in a container or plain, in a named dialect or the form of the first lines, or binary tables."""

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from crosscover.containers import DAMAGES, BinaryTable, split_name, unpack
from crosscover.dialects import (
    DIALECTS,
    Columns,
    Dialect,
    Entry,
    LineStream,
    MalformedInputError,
    raise_errors,
    recognize,
    table,
)
from crosscover.dialects.interface import has_most_clues
from crosscover.dialects.numbered_lines import NumberedLines
from crosscover.errors import UsageError, print_error
from crosscover.reference import Grid, Shape

LocatedEntry = tuple[str, Entry]
"""The place of an entry in its file, `FILE:LINE`, and the entry."""

STDIN = "-"

TABLES = frozenset({"csv", "jsonl"})
"""Dialects in which each row is a puzzle, even after a puzzle that it solves."""


class Row(NamedTuple):
    """A row of a collection: a puzzle, optionally with its solution, or the column and reason of a malformed entry.

    `file` is the index of the file, from 0, and `line` the first line of the entry, or its row in a table, from 1.
    `solution_in` and `puzzle_in` describe where both are, and `label` is the other text of the entry.
    """

    file: int
    line: int
    puzzle: Grid | None
    solution: Grid | None
    error: str = ""
    solution_in: str = ""
    label: str = ""
    puzzle_in: str = ""


class PuzzleFile(NamedTuple):
    """An open file of puzzles: its dialect and its entries.

    The error of a malformed entry is yielded if reading can continue, and raised otherwise.
    """

    dialect: Dialect
    entries: Iterator[Entry | MalformedInputError]

    def rows(self) -> Iterator[Entry | MalformedInputError]:
        """Yield the entries; if a list is solved, join each puzzle and the full grid after it.

        A list is solved if its second grid is full and has most clues of the first one, so a wrong solution is found.
        Reads two entries before it yields the first one. Raises MalformedInputError if there are none.
        """
        before: list[Entry | MalformedInputError] = []
        try:
            before.extend(islice(self.entries, 2))
        except Exception:
            yield from before
            raise
        if not before:
            raise MalformedInputError(1, 1, "a puzzle", "none")
        entries = chain(before, self.entries)
        match [] if self.dialect.name in TABLES else before:
            case [Entry() as puzzle, Entry() as after] if (solution := _solution(puzzle, after)) and has_most_clues(
                solution, puzzle.puzzle
            ):
                yield from _joined(entries)
            case _:
                yield from entries


def _joined(entries: Iterator[Entry | MalformedInputError]) -> Iterator[Entry | MalformedInputError]:
    """Join each puzzle and the full grid after it; a puzzle before another puzzle has no solution."""
    waiting: Entry | None = None
    try:
        for entry in entries:
            solution = _solution(waiting, entry) if waiting and isinstance(entry, Entry) else None
            if waiting and solution:
                yield waiting._replace(solution=solution, solution_in="the grid after each puzzle")
                waiting = None
                continue
            if waiting:
                yield waiting
            waiting = entry if isinstance(entry, Entry) else None
            if not isinstance(entry, Entry):
                yield entry
    except Exception:
        if waiting:
            yield waiting
        raise
    if waiting:
        yield waiting


def _solution(puzzle: Entry, after: Entry) -> Grid | None:
    grid, side = after.puzzle, after.puzzle.shape.side
    if "0" in puzzle.digits and grid.values.count(0) == side:  # nothing in a full grid shows that 0 is a digit
        grid = Grid(grid.values.replace(b"\0", bytes([side])), grid.shape)
    return grid if grid.is_full and puzzle.solution is None and not puzzle.puzzle.is_full else None


@contextmanager
def open_input(name: str) -> Generator[BinaryIO]:
    """Open a file by name, or the standard input; decompress it, or take it out of an archive.

    Raises UsageError if it cannot be opened or decompressed, or if its reader raises MalformedInputError.
    """
    with _open(name) as file, _placed_errors(name):
        opened = unpack(file, display_name(name))
        if isinstance(opened, BinaryTable):
            raise UsageError(f"{display_name(name)}: expected text, found {opened.form}")
        yield opened


@contextmanager
def _placed_errors(name: str, note: str = "") -> Generator[None]:
    try:
        yield
    except MalformedInputError as error:
        raise UsageError(f"{error.reason}{note}", f"{display_name(name)}:{error.line}:{error.column}") from None
    except DAMAGES as error:
        if getattr(error, "errno", None) is not None:  # a system error
            raise
        raise UsageError(f"{display_name(name)}: {error}") from None


def _open(name: str) -> BufferedReader:
    if name == STDIN and sys.stdin is None:
        raise UsageError(f"{name}: the standard input is closed")
    if name == STDIN and sys.stdin.isatty():
        print_error("type or paste puzzles; Ctrl-D ends the input")
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False) if name == STDIN else split_name(name)[0].open("rb")
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None


def input_paths(names: Iterable[str]) -> list[Path]:
    """Return the paths of files with these names, including the standard input."""
    return [Path("/dev/stdin") if name == STDIN else split_name(name)[0] for name in names]


def display_name(name: str) -> str:
    """Return the name of a file in messages."""
    return "<stdin>" if name == STDIN else name


def place_of(name: str, line: int, label: str = "") -> str:
    """Return the place of a row for messages, `FILE:LINE` or `FILE:LINE (LABEL)`."""
    place = f"{display_name(name)}:{line}"
    return f"{place} ({label})" if label else place


def read_puzzles(lines: LineStream, dialect: Dialect | None = None, shape: Shape | None = None) -> PuzzleFile:
    """Return the puzzles of a text in a dialect, or in the dialect of the first lines, which may imply their shape.

    Raises UsageError for a shape that is not the dialect's, and MalformedInputError if no dialect fits the lines.
    """
    if dialect is None:
        form, shape = recognize(lines, shape)
        dialect, read = form.dialect, form.read
    else:
        read = dialect.entries
    if shape is not None and dialect.shape not in (None, shape.plain):
        raise UsageError(f"the dialect {dialect.name} is for the shape {dialect.shape}, not {shape}")
    return PuzzleFile(dialect, read(NumberedLines(lines), shape or dialect.shape or Shape()))


@contextmanager
def open_puzzles(
    name: str,
    dialect_name: str | None = None,
    shape: Shape | None = None,
    columns: Columns = Columns(),
) -> Generator[PuzzleFile]:
    """Open a puzzle file, `-` for the standard input, in the named or the detected dialect.

    With column names, a text is CSV. Raises UsageError if a file cannot be read, or if its reader raises
    MalformedInputError.
    """
    csv = table(columns)
    has_names = columns != Columns()
    if has_names and dialect_name not in (None, csv.name):
        raise UsageError(f"column names are for CSV and Parquet, not for the dialect {dialect_name}")
    with _open(name) as file, _placed_errors(name):
        opened = unpack(file, display_name(name))
        if not isinstance(opened, BinaryTable):
            named = DIALECTS[dialect_name] if dialect_name else None
            yield read_puzzles(LineStream(opened), csv if has_names else named, shape)
        elif dialect_name is not None:
            raise UsageError(f"{display_name(name)}: {opened.form} cannot be read in the dialect {dialect_name}")
        else:
            yield PuzzleFile(csv, opened.read(shape or Shape(), columns))


@contextmanager
def open_text(
    text: str, name: str, dialect_name: str | None = None, shape: Shape | None = None
) -> Generator[PuzzleFile]:
    """Open a text of puzzles; errors show this name. Raises UsageError as `open_puzzles` does."""
    with _placed_errors(name):
        lines = LineStream(BytesIO(text.encode(errors="surrogateescape")))
        yield read_puzzles(lines, DIALECTS[dialect_name] if dialect_name else None, shape)


def read_entries(name: str, shape: Shape | None = None) -> Iterator[LocatedEntry]:
    """Yield the entries of a puzzle file with their places, up to the first error; raises it as UsageError."""
    with open_puzzles(name, shape=shape) as file:
        for entry in raise_errors(file.rows()):
            yield place_of(name, entry.line), entry


def read_rows(
    names: Sequence[str],
    dialect_name: str | None = None,
    shape: Shape | None = None,
    *,
    columns: Columns = Columns(),
    skip_malformed: bool = False,
) -> Iterator[Row]:
    """Yield the rows of puzzle files, in the named dialect or the dialect of each file.

    With `skip_malformed`, a malformed row is yielded with its error, and reading continues. UsageError is still raised
    for errors that hide the following rows: in multi-line grids, headers, UTF-8 and compressed files.
    """
    note = "; nothing after that can be read" if skip_malformed else ""
    for number, name in enumerate(names):
        with open_puzzles(name, dialect_name, shape, columns) as file, _placed_errors(name, note):
            for entry in file.rows():
                if not isinstance(entry, MalformedInputError):
                    puzzle, line, solution, solution_in, _, label, puzzle_in = entry
                    yield Row(number, line, puzzle, solution, "", solution_in, label, puzzle_in)
                elif skip_malformed:
                    yield Row(number, entry.line, None, None, f"column {entry.column}: {entry.reason}")
                else:
                    raise entry
