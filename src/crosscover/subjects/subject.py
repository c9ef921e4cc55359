"""The interface of a solver under test, and the records of its runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from crosscover.dialects import Claim, Formatting
from crosscover.options import Options
from crosscover.reference import Engine, Grid
from crosscover.responses import Failed, Response

Cells = NDArray[np.uint8]
"""Grids of one shape, one per row: the digits of their cells, 0 for an empty cell."""

UNREADABLE = 255
"""Code of an answer that is missing, or is not a grid, refusal, number or word."""

CLAIM_CODES = MappingProxyType({claim: 250 + place for place, claim in enumerate(Claim)})
"""Codes of answers that are words; a refusal has that of `Claim.NONE`."""


HASH_SEED = "PYTHONHASHSEED"
"""The variable by which Python orders sets of texts; a solver may be right for some of its values only."""


def hash_seed_of(seed: int) -> int:
    """Return the hash seed of the run with this seed: not 0, which CI systems set, and with few digits to type."""
    return Random(f"{seed} hash").randint(1, 9999)


@dataclass(frozen=True, slots=True)
class Usage:
    """The processor time of a run in seconds.

    `is_cut_off` is true if a run ended by the clock before its processes had used their time.

    `solving_seconds` is the wall time between the first puzzle and the last answer; None if it cannot be separated
    from the start of the process.
    """

    cpu_seconds: float
    solving_seconds: float | None = None
    is_cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """The input and output of one run.

    `responses` has one entry per puzzle, in order. `run_failure` is a failure of the run as a whole after every puzzle
    was answered (children left behind, a crash at exit), or None. `sent` and `received` are the raw
    texts; for a function `sent` is empty and `received` is what it printed. `usage` is ignored in comparisons; it is
    None if nothing was run. `errors` is the end of a program's stderr. `hash_seed` is that of Python in the run, None
    if it was random or makes no difference.
    """

    responses: tuple[Response, ...]
    run_failure: Failed | None = None
    sent: str = ""
    received: str = ""
    usage: Usage | None = field(default=None, compare=False)
    errors: str = field(default="", compare=False)
    hash_seed: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """The answers to a block, not yet judged.

    `answers` has one row per puzzle: the cells of the grid, or zeros for a refusal; under a contract without grids a
    single number, that of the solutions, with 2 for any from 2 up, or a code of `CLAIM_CODES`. A row consists of such
    a code if the answer is a word, and of `UNREADABLE` if there is no answer. `failure` is the first failure other than
    a wrong answer, or None.
    """

    answers: Cells
    failure: Failed | None = None


class SubjectKind(Enum):
    """Kinds of subjects, which decide on the properties that apply."""

    ENGINE = "engine"
    DANCING_LINKS = "dancing links"
    FUNCTION = "function"
    PROGRAM = "program"


class EngineUnderTest(Engine, Protocol):
    """An engine in this process, for properties that need more than answers to batches."""

    def renew(self) -> None:
        """Replace the engine, whose state may be damaged, by a new one of the same name."""
        ...


class Subject(Protocol):
    """A solver under test. `ask` never raises: whatever the solver does is in the transcript.

    `name` is its specification, `options` its interface, contract and limits, `engine` the engine if it is one.
    `hash_seed` is that of its runs, None if it is random or makes no difference. `remarks` are lines for reports about
    the solver as a whole, known after its runs.
    """

    name: str
    kind: SubjectKind
    options: Options
    engine: EngineUnderTest | None
    hash_seed: int | None
    remarks: Sequence[str]

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Run the subject on a batch, in order.

        `seconds` is the time limit of its processes, by default that of the options, and `wall_seconds` that of the
        run, by default twice as long.
        """
        ...

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Run the subject on a block, in order; `seconds` is the time limit of a function or a program."""
        ...

    def use_hash_seed(self, seed: int | None) -> None:
        """Let Python have this hash seed in later runs, unless the user has set one; None for a random one."""
        ...

    def close(self) -> None:
        """Release processes and files."""
        ...
