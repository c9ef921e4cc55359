"""Rows of a ledger: read from a file, judged by a worker, stored in a table.

They are plain and picklable. The fields of a row are the columns of its table, in their order.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from crosscover.exit_code import ExitCode, combine
from crosscover.puzzle_files import Row, display_name
from crosscover.reference import Grid, Shape


class RowVerdict(StrEnum):
    """The result for a row of the collection, in the order of reports."""

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    UNDECIDED = "undecided"
    INVALID = "invalid"


DECIDED = (RowVerdict.NONE, RowVerdict.UNIQUE, RowVerdict.SEVERAL)
"""The verdicts that state a number of solutions."""

UNSETTLED_CODES = (ExitCode.FAULT, ExitCode.NOT_DECIDED)
"""The exit codes of puzzles for which no answer is known to be right."""

ABSTAINED = "abstained"
"""The result of an engine that timed out, and of a solver that did without a fault."""

shape_named = cache(Shape.parse)
"""The shape of that name, such as `3x3`."""


@cache
def to_json_array(names: tuple[str, ...]) -> str:
    """Names of judges as a ledger stores them."""
    return json.dumps(names, separators=(",", ":"))


class PuzzleRow(NamedTuple):
    """A row of the table `puzzle`; docs/reference/ledger.md describes its columns.

    `decided`, `abstained` and `disagreed` are JSON arrays of names.
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
        """The row of that number in the collection, from 1, which is not judged yet unless it is malformed."""
        file, line, puzzle, expected, error = row
        if puzzle is None:
            malformed = RowVerdict.INVALID
            return cls(number, file, line, None, None, None, malformed, complaint=error, code=ExitCode.USAGE)
        text = None if expected is None else str(expected)
        shape, clues = str(puzzle.shape), puzzle.clue_count
        return cls(number, file, line, str(puzzle), shape, clues, RowVerdict.UNDECIDED, expected=text)

    def grid(self, text: str | None) -> Grid | None:
        """A text of this row as a grid of its shape; None without one."""
        return None if text is None or self.shape is None else Grid(text, shape_named(self.shape))

    def solution_grids(self) -> list[Grid]:
        """The solution of the row and a second one, if it has them."""
        return [grid for text in (self.solution, self.second) if (grid := self.grid(text)) is not None]

    def with_complaint(self, complaint: str, code: ExitCode) -> Self:
        """The row with a further complaint; of two exit codes the more important one stays."""
        complaints = f"{self.complaint}; {complaint}" if self.complaint else complaint
        return self._replace(complaint=complaints, code=combine([ExitCode(self.code), code]))


class CertificateRow(NamedTuple):
    """A row of the table `certificate`: what the certificate of a puzzle proves, and its line."""

    number: int
    claim: str
    line: str


class AnswerRow(NamedTuple):
    """A row of the table `answer`: a wrong or missing answer of a judge, or that of an engine in a disagreement."""

    number: int
    judge: str
    fault: str
    answer: str
    complaint: str


@dataclass(slots=True)
class Findings:
    """The results for the first rows of a chunk, or all, by table."""

    puzzle: list[PuzzleRow] = field(default_factory=list[PuzzleRow])
    certificate: list[CertificateRow] = field(default_factory=list[CertificateRow])
    answer: list[AnswerRow] = field(default_factory=list[AnswerRow])

    def tables(self) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
        """Each table with its rows; `puzzle` is last, so that its row implies all others of that puzzle."""
        return ((name, getattr(self, name)) for name in ("answer", "certificate", "puzzle"))


def place_of(name: str, line: int) -> str:
    """The place of a row in messages, `FILE:LINE`."""
    return f"{display_name(name)}:{line}"
