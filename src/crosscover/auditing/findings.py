"""What passes between the audit and its workers: puzzles out, what was found of them back.

All of it is plain and picklable; the fields of a row are the columns of its table in the ledger, in their order.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import NamedTuple, Self

from crosscover.exit_code import ExitCode, combine
from crosscover.puzzle_files import Row

APPLICATION_ID = 0x78636F76
"""What tells a ledger from other SQLite files."""

SCHEMA_VERSION = 1

SQLITE_MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""


class Verdict(StrEnum):
    """What became of a row of the collection."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNDECIDED = "undecided"
    INVALID = "invalid"


DECIDED = (Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL)
"""The verdicts that say how many solutions there are."""


class Task(NamedTuple):
    """A row of the collection, after its number in it, from 1."""

    number: int
    row: Row


class Chunk(NamedTuple):
    """Tasks that a worker is handed at once, and the seconds after which it is taken to hang."""

    tasks: tuple[Task, ...]
    seconds: float


class PuzzleRow(NamedTuple):
    """A row of the table `puzzle`, whose columns docs/reference/ledger.md describes."""

    number: int
    file: int
    line: int
    puzzle: str | None
    clues: int | None
    verdict: str
    solution: str | None = None
    second: str | None = None
    solutions: int | None = None
    nodes: int | None = None
    expected: str | None = None
    decided: str = ""
    abstained: str = ""
    disagreed: str = ""
    complaint: str = ""
    code: int = 0
    canonical: str | None = None
    symmetry: str | None = None
    automorphisms: int | None = None
    minimal: int | None = None

    def with_complaint(self, complaint: str, code: ExitCode) -> Self:
        """The row with a complaint after those it has; of two codes the one that counts first stays."""
        complaints = f"{self.complaint}; {complaint}" if self.complaint else complaint
        return self._replace(complaint=complaints, code=combine(each for each in ExitCode if each in {self.code, code}))


class CertificateRow(NamedTuple):
    """A row of the table `certificate`: a certificate of the row's verdict and solutions, in a line of JSON."""

    number: int
    line: str


class ClueRow(NamedTuple):
    """A row of the table `clue`: a further solution that appears when the clue of a cell goes; None where it can go.

    Cells are numbered from 0.
    """

    number: int
    cell: int
    solution: str | None


class AnswerRow(NamedTuple):
    """A row of the table `answer`: what a judge said of a puzzle where it is wrong, or said nothing."""

    number: int
    judge: str
    fault: str
    answer: str
    complaint: str


class TimingRow(NamedTuple):
    """A row of the table `timing`: for how many puzzles of a chunk a judge took how long; `number` is the first."""

    number: int
    judge: str
    puzzles: int
    seconds: float


@dataclass(slots=True)
class Findings:
    """What was found of a chunk: rows by the table of the ledger that they go to."""

    puzzle: list[PuzzleRow] = field(default_factory=list[PuzzleRow])
    certificate: list[CertificateRow] = field(default_factory=list[CertificateRow])
    clue: list[ClueRow] = field(default_factory=list[ClueRow])
    answer: list[AnswerRow] = field(default_factory=list[AnswerRow])
    timing: list[TimingRow] = field(default_factory=list[TimingRow])

    def remove(self, numbers: Collection[int]) -> None:
        """Take away what was found of some puzzles, which are then to be judged again."""
        self.puzzle = [row for row in self.puzzle if row.number not in numbers]
        self.certificate = [row for row in self.certificate if row.number not in numbers]
        self.clue = [row for row in self.clue if row.number not in numbers]
        self.answer = [row for row in self.answer if row.number not in numbers]

    def tables(self) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
        """The name of each table, and its rows; `puzzle` last: with a row of it all else of its puzzle is there."""
        return ((each.name, getattr(self, each.name)) for each in reversed(fields(self)))
