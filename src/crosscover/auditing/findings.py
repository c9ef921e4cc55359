"""Rows of a ledger: read from a file, judged by a worker, stored in a table.

Rows are plain and picklable. Their fields are the columns of their table, in order.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple, Self

from crosscover.containers import split_name
from crosscover.errors import ExitCode, UsageError, combine
from crosscover.puzzle_files import STDIN, Row, display_name
from crosscover.reference import Grid, Shape, VerdictKind
from crosscover.report.files import is_special

ABSTAINED = "abstained"
"""The result of an engine that timed out, or of a solver whose timeout is no fault."""

shape_named = cache(Shape.parse)
"""Return the shape with a name such as `3x3`, from a cache."""


@cache
def with_names(array: str, names: tuple[str, ...]) -> str:
    """Return a JSON array of names with further names."""
    return json.dumps([*json.loads(array), *names], separators=(",", ":"))


class PuzzleRow(NamedTuple):
    """A row of the table `puzzle`; docs/reference/ledger.md describes its columns.

    `decided`, `abstained` and `disagreed` are JSON arrays of judge names.
    """

    number: int
    file: int
    line: int
    label: str
    puzzle: str | None
    shape: str | None
    clues: int | None
    verdict: str
    solution: str | None = None
    second: str | None = None
    solutions: int | None = None
    nodes: int | None = None
    expected: str | None = None
    expected_in: str | None = None
    decided: str = "[]"
    abstained: str = "[]"
    disagreed: str = "[]"
    complaint: str = ""
    code: int = 0
    canonical: str | None = None
    symmetry: str | None = None
    automorphisms: int | None = None
    minimal: int | None = None
    uncertified: str = ""

    @classmethod
    def of(cls, number: int, row: Row) -> Self:
        """Return row `number` of the collection, counted from 1: invalid if malformed, else undecided."""
        file, line, puzzle, expected, error, expected_in, label, _ = row
        label = storable(label)
        if puzzle is None:
            invalid = cls(number, file, line, label, None, None, None, VerdictKind.INVALID)
            return invalid.with_complaint(error, ExitCode.USAGE)
        shape, clues = str(puzzle.shape), puzzle.clue_count
        unjudged = cls(number, file, line, label, str(puzzle), shape, clues, VerdictKind.UNDECIDED)
        if expected is None:
            return unjudged
        return unjudged._replace(expected=str(expected), expected_in=expected_in)

    def grid(self, text: str | None) -> Grid | None:
        """Return a text of this row as a grid; None without text or shape."""
        return None if text is None or self.shape is None else Grid(text, shape_named(self.shape))

    def solution_grids(self) -> list[Grid]:
        """Return the solution of the row and the second solution, if known."""
        return [grid for text in (self.solution, self.second) if (grid := self.grid(text)) is not None]

    def with_judge(self, column: str, *names: str) -> Self:
        """Return the row with further names in one of the columns of judges."""
        changes: dict[str, Any] = {column: with_names(getattr(self, column), names)}
        return self._replace(**changes)

    def with_complaint(self, complaint: str, code: ExitCode) -> Self:
        """Return the row with another complaint and the more important of the two exit codes."""
        complaints = f"{self.complaint}; {complaint}" if self.complaint else complaint
        return self._replace(complaint=complaints, code=combine([ExitCode(self.code), code]))


class CertificateRow(NamedTuple):
    """A row of the table `certificate`: the claim and the line of a certificate."""

    number: int
    claim: str
    line: str


class AnswerRow(NamedTuple):
    """A row of the table `answer`: a judge's wrong or missing answer, or an engine's answer in a disagreement."""

    number: int
    judge: str
    fault: str
    answer: str
    complaint: str


@dataclass(slots=True)
class Findings:
    """The results for the first rows of a chunk, or for all rows, by table."""

    puzzle: list[PuzzleRow] = field(default_factory=list[PuzzleRow])
    certificate: list[CertificateRow] = field(default_factory=list[CertificateRow])
    answer: list[AnswerRow] = field(default_factory=list[AnswerRow])


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection, identified by its contents; stdin and pipes have neither size nor digest."""

    name: str
    bytes: int | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, name: str) -> Self:
        """Return the input with this name; reads a plain file once for its digest. Raises UsageError."""
        path, _ = split_name(name)
        try:
            if name == STDIN or is_special(path):
                return cls(name)
            return cls(name, path.stat().st_size, sha256_of(path))
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from None

    def __str__(self) -> str:
        contents = "a pipe, which cannot be read again"
        if self.bytes is not None:
            contents = f"{self.bytes:,} bytes, sha256 {str(self.sha256)[:12]}…"
        return f"{display_name(self.name)} ({contents})"


def storable(text: str) -> str:
    """Escape characters that UTF-8 cannot encode, as in some file names, since SQLite refuses them."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def sha256_of(path: Path) -> str:
    """Return the SHA-256 digest of a file in hexadecimal; raises OSError."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
