"""The collection of an audit: its files, identified by their contents, and the rows that a ledger lacks."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import BinaryIO, Self

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN, Row, display_name, read_rows

from .audit_request import AuditRequest, sha256_of
from .findings import PuzzleRow, place_of


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection, identified by its contents; the standard input and pipes have no size and no digest."""

    name: str
    bytes: int | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, name: str) -> Self:
        """The input of that name; reads a plain file once. Raises UsageError."""
        path = Path(name)
        try:
            if name == STDIN or (path.exists() and not path.is_file() and not path.is_dir()):
                return cls(name)
            return cls(name, path.stat().st_size, sha256_of(path))
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from None

    def __str__(self) -> str:
        contents = (
            "a pipe, which cannot be read again"
            if self.bytes is None
            else f"{self.bytes:,} bytes, sha256 {str(self.sha256)[:12]}…"
        )
        return f"{display_name(self.name)} ({contents})"


@dataclass(slots=True)
class Collection:
    """The inputs of an audit, and the position up to which `rows` has read them."""

    request: AuditRequest
    inputs: Sequence[Input]
    _number: int = 0
    _file: BinaryIO | None = field(default=None)

    def rows(self, done: Iterable[tuple[int, int]]) -> Iterator[PuzzleRow]:
        """The rows that are not done.

        Raises UsageError for a malformed row, unless the request skips them, for a shape that it excludes, and at the
        end for a file that has changed.
        """
        asked, names = self.request, [each.name for each in self.inputs]
        rows = read_rows(
            names,
            asked.dialect,
            asked.shape,
            columns=asked.columns,
            skip_malformed=asked.skip_malformed,
            opened=self._note_opened,
        )
        for number, row in remaining(rows, done):
            if row.puzzle is not None:
                asked.refuse_shape(row.puzzle.shape, place_of(names[row.file], row.line))
            yield PuzzleRow.of(number, row)
        for each in self.inputs:
            if each.sha256 is not None and Input.of(each.name) != each:
                raise UsageError(f"{each.name} was changed while it was read: the results belong to neither version")

    def _note_opened(self, number: int, file: BinaryIO) -> None:
        self._number, self._file = number, file

    @property
    def share_read(self) -> float | None:
        """The share of the bytes that has been read, from 0 to 1; None if it is unknown."""
        sizes = [each.bytes or 0 for each in self.inputs]
        if self._file is None or not all(each.sha256 for each in self.inputs) or not any(sizes):
            return None
        here = sizes[self._number] if self._file.closed else os.lseek(self._file.fileno(), 0, os.SEEK_CUR)
        return (sum(sizes[: self._number]) + here) / sum(sizes)


def remaining(rows: Iterator[Row], done: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Row]]:
    """The rows outside the ranges that are done, each from a first number to a last one, with their numbers."""
    number = 1
    for first, last in done:
        yield from zip(range(number, first), rows, strict=False)
        deque(islice(rows, last + 1 - first), 0)
        number = last + 1
    yield from zip(count(number), rows, strict=False)
