"""The data that an audit and its workers exchange: puzzles to judge, and rows for the ledger.

All of it is plain and picklable. The fields of a row are the columns of its table, in their order.
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from crosscover.exit_code import ExitCode, combine
from crosscover.oracles.certificate import ClaimKind
from crosscover.puzzle_files import Row
from crosscover.reference import Grid, Shape


class RowVerdict(StrEnum):
    """The result for a row of the collection."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNDECIDED = "undecided"
    INVALID = "invalid"


DECIDED = (RowVerdict.NONE, RowVerdict.UNIQUE, RowVerdict.SEVERAL)
"""The verdicts that state a number of solutions."""


EXIT_CODES = {code.value: code for code in ExitCode}
"""The exit codes by their numbers, which the ledger stores."""


VERDICT_CLAIMS = {
    RowVerdict.NONE: (ClaimKind.NONE.value,),
    RowVerdict.UNIQUE: (ClaimKind.UNIQUE.value,),
    RowVerdict.SEVERAL: (ClaimKind.SEVERAL.value, ClaimKind.EXACTLY.value),
}
"""The claims of certificates that prove a verdict."""


UNSETTLED_CODES = (ExitCode.FAULT, ExitCode.NOT_DECIDED)
"""The exit codes of puzzles for which no answer is known to be right."""


class Task(NamedTuple):
    """A row of the collection and its number, from 1."""

    number: int
    row: Row


class TaskChunk(NamedTuple):
    """Tasks that a worker receives together, and their time limit in seconds."""

    tasks: tuple[Task, ...]
    seconds: float


@cache
def to_json_array(names: tuple[str, ...]) -> str:
    """Names of judges as a ledger stores them."""
    return json.dumps(names, separators=(",", ":"))


def storable(text: str) -> str:
    """The text with escapes for what is not UTF-8, such as the names of some files, which SQLite refuses."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


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
    def of(cls, task: Task) -> Self:
        """The row of a task that is not judged yet."""
        number, (file, line, puzzle, expected, error) = task
        if puzzle is None:
            malformed = RowVerdict.INVALID
            return cls(number, file, line, None, None, None, malformed, complaint=error, code=ExitCode.USAGE)
        text = None if expected is None else str(expected)
        shape, clues = str(puzzle.shape), puzzle.clue_count
        return cls(number, file, line, str(puzzle), shape, clues, RowVerdict.UNDECIDED, expected=text)

    def with_complaint(self, complaint: str, code: ExitCode) -> Self:
        """The row with a further complaint; of two exit codes the more important one stays."""
        complaints = f"{self.complaint}; {complaint}" if self.complaint else complaint
        return self._replace(complaint=complaints, code=combine([EXIT_CODES[self.code], code]))


def solutions_of(row: PuzzleRow, shape: Shape) -> list[Grid]:
    """The solution of a row and a second one, if it has them."""
    return [Grid.parse(text, shape) for text in (row.solution, row.second) if text is not None]


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


class TimingRow(NamedTuple):
    """A row of the table `timing`: the time of a judge for puzzles of a chunk, which begins with `number`."""

    number: int
    judge: str
    puzzles: int
    seconds: float


@dataclass(slots=True)
class Findings:
    """The results for a chunk: rows by the table of the ledger that they belong to."""

    puzzle: list[PuzzleRow] = field(default_factory=list[PuzzleRow])
    certificate: list[CertificateRow] = field(default_factory=list[CertificateRow])
    answer: list[AnswerRow] = field(default_factory=list[AnswerRow])
    timing: list[TimingRow] = field(default_factory=list[TimingRow])

    def remove(self, numbers: Collection[int]) -> None:
        """Remove the rows of puzzles that will be judged again."""
        self.puzzle = [row for row in self.puzzle if row.number not in numbers]
        self.certificate = [row for row in self.certificate if row.number not in numbers]
        self.answer = [row for row in self.answer if row.number not in numbers]

    def tables(self) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
        """Each table with its rows; `puzzle` is last, so that its row implies all others of that puzzle."""
        return ((each.name, getattr(self, each.name)) for each in reversed(fields(self)))
