"""Rows of a ledger: read from a file, judged by a worker, stored in a table.

Rows are plain and picklable. Their fields are the columns of their table, in order.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, Self

from crosscover.exit_code import ExitCode, combine
from crosscover.puzzle_files import Row, display_name
from crosscover.reference import Grid, Shape, VerdictKind

UNSETTLED_CODES = (ExitCode.FAULT, ExitCode.NOT_DECIDED)
"""The exit codes of puzzles without a known correct answer."""

ABSTAINED = "abstained"
"""The result of an engine that timed out, or of a solver whose timeout is no fault."""

shape_named = cache(Shape.parse)
"""Return the shape with a name such as `3x3`, from a cache."""


@cache
def to_json_array(names: tuple[str, ...]) -> str:
    """Encode judge names as a ledger stores them."""
    return json.dumps(names, separators=(",", ":"))


class PuzzleRow(NamedTuple):
    """A row of the table `puzzle`; docs/reference/ledger.md describes its columns.

    `decided`, `abstained` and `disagreed` are JSON arrays of judge names.
    """

    number: int
    file: int
    line: int
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
        file, line, puzzle, expected, error, expected_in = row
        if puzzle is None:
            malformed = VerdictKind.INVALID
            return cls(number, file, line, None, None, None, malformed, complaint=error, code=ExitCode.USAGE)
        text, place = (None, None) if expected is None else (str(expected), expected_in)
        shape, clues, verdict = str(puzzle.shape), puzzle.clue_count, VerdictKind.UNDECIDED
        return cls(number, file, line, str(puzzle), shape, clues, verdict, expected=text, expected_in=place)

    def grid(self, text: str | None) -> Grid | None:
        """Return a text of this row as a grid; None without text or shape."""
        return None if text is None or self.shape is None else Grid(text, shape_named(self.shape))

    def solution_grids(self) -> list[Grid]:
        """Return the solution of the row and the second solution, if known."""
        return [grid for text in (self.solution, self.second) if (grid := self.grid(text)) is not None]

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

    def tables(self) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
        """Return each table with its rows; `puzzle` is last, so its row implies the puzzle's rows in other tables."""
        return ((name, getattr(self, name)) for name in ("answer", "certificate", "puzzle"))


def place_of(name: str, line: int) -> str:
    """Return the place of a row for messages, `FILE:LINE`."""
    return f"{display_name(name)}:{line}"
