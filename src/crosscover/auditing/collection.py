"""The collection of an audit: its files, identified by their contents, and the rows missing from a ledger."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Self

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN, Row, display_name, read_rows
from crosscover.reference.canonical import is_supported

from .audit_request import AuditRequest, sha256_of
from .findings import PuzzleRow, place_of


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection, identified by its contents; stdin and pipes have neither size nor digest."""

    name: str
    bytes: int | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, name: str) -> Self:
        """Return the input with this name; reads a plain file once for its digest. Raises UsageError."""
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


def read_collection(
    request: AuditRequest, inputs: Sequence[Input], done: Iterable[tuple[int, int]]
) -> Iterator[PuzzleRow]:
    """Yield the rows of the inputs that are not done.

    Raises UsageError for a malformed row unless the request skips malformed rows, for a shape that the request
    excludes, and at the end for a file that has changed.
    """
    names = [each.name for each in inputs]
    rows = read_rows(
        names, request.dialect, request.shape, columns=request.columns, skip_malformed=request.skip_malformed
    )
    for number, row in remaining(rows, done):
        if request.isomorphs and row.puzzle is not None and not is_supported(shape := row.puzzle.shape):
            reason = f"--isomorphs supports shapes with at most as many symmetries as 3x3, not {shape}"
            raise UsageError(reason, place_of(names[row.file], row.line))
        yield PuzzleRow.of(number, row)
    for each in inputs:
        if each.sha256 is not None and Input.of(each.name) != each:
            raise UsageError(f"{each.name} was changed while it was read: the results belong to neither version")


def remaining(rows: Iterator[Row], done: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Row]]:
    """Yield rows outside the done ranges, with their numbers; a range is a pair of first and last numbers."""
    number = 1
    for first, last in done:
        yield from zip(range(number, first), rows, strict=False)
        deque(islice(rows, last + 1 - first), 0)
        number = last + 1
    yield from zip(count(number), rows, strict=False)
