"""The interface of a solver under test: what it is asked, and what it gives back."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from crosscover.dialects import Claim, Formatting, Spacing
from crosscover.options import Options
from crosscover.reference import Engine, Grid
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

Cells = NDArray[np.uint8]
"""Grids of one shape, one a row: the digits of their cells, 0 for an empty one."""

UNREADABLE = 255
"""Stands in the place of an answer that is no grid, no refusal, no number and no word, or is missing."""

CLAIM_CODES = MappingProxyType({claim: 250 + place for place, claim in enumerate(Claim)})
"""What stands in the place of an answer in words; a refusal says `Claim.NONE`."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run took: seconds of processor time, and the most memory it held, in KiB; None where that is not known.

    `solving_seconds` are those between the first puzzle and the last answer, by the clock; None where they are not
    known apart from those that the process took to start.
    """

    cpu_seconds: float
    peak_kib: int | None = None
    solving_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """What passed between the suite and a subject in one run.

    `responses` has one entry a puzzle, in order. `run_failure` is what went wrong with the run as a whole after every
    puzzle was answered (extra output, children left behind, a crash at exit); None where nothing did. `sent` and
    `received` are the raw texts; for a function `sent` is empty and `received` is what it printed. `usage` differs from
    run to run, and does not count where transcripts are compared; None where nothing was run.
    """

    responses: tuple[Response, ...]
    run_failure: Failed | None = None
    sent: str = ""
    received: str = ""
    usage: Usage | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """What a subject answered to a block, not yet judged.

    `answers` has a row a puzzle: the cells of the grid, all of them 0 for a refusal; under the contracts `count` and
    `classify` one number alone, that of the solutions or a code of `CLAIM_CODES`. All of a row is such a code where the
    answer is a word, and `UNREADABLE` where there is no answer, or the number is above 249.
    `failure` is the first thing that went wrong beyond wrong answers, None where nothing did.
    """

    answers: Cells
    failure: Failed | None = None

    def response(self, place: int) -> Response | None:
        """The answer to one puzzle as an object; None where it is unreadable."""
        row = self.answers[place]
        if UNREADABLE in row:
            return None
        for claim, code in CLAIM_CODES.items():
            if row[0] == code:
                return Declined() if claim is Claim.NONE else Stated(claim)
        if len(row) == 1:
            return Counted(int(row[0]))
        return Answered(Grid(row.tobytes())) if row.any() else Declined()


class SubjectKind(Enum):
    """What can be asked of a subject beyond the answers to a batch."""

    ENGINE = "engine"
    DANCING_LINKS = "dancing links"
    FUNCTION = "function"
    PROGRAM = "program"


class EngineUnderTest(Engine, Protocol):
    """An engine of this process, for properties that ask more than the answers to a batch."""

    def renew(self) -> None:
        """Put another engine of the same name in the place of this one, which may have been spoilt."""
        ...

    def time_limit(self) -> AbstractContextManager[None]:
        """Raise TimeoutError in what is run inside once it has taken as long as an engine may; less once one hung."""
        ...


class Subject(Protocol):
    """A solver under test. Asking never raises: whatever the solver does is in the transcript."""

    @property
    def name(self) -> str:
        """The specification it was made from, such as `engine:dlx` or `exec:./a.out`."""
        ...

    @property
    def kind(self) -> SubjectKind:
        """What can be asked of it."""
        ...

    @property
    def options(self) -> Options:
        """How it is spoken to and bounded, and what it promises."""
        ...

    @property
    def engine(self) -> EngineUnderTest | None:
        """The engine itself, where the subject is one."""
        ...

    @property
    def empty_characters(self) -> tuple[str, ...]:
        """The characters for an empty cell that a program must read; none where the subject reads no text."""
        ...

    @property
    def spacings(self) -> tuple[Spacing, ...]:
        """The spacings of numbers that a program must read."""
        ...

    def ask(
        self, batch: Sequence[Grid], formatting: Formatting = Formatting(), seconds: float | None = None
    ) -> Transcript:
        """Give it the puzzles of a batch in one run, in order; with `seconds` a run may take no more than that."""
        ...

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Give it many thousands of puzzles in one run, in order; a run of a function or a program may take so long."""
        ...

    def close(self) -> None:
        """Give back whatever it holds: processes, files."""
        ...
