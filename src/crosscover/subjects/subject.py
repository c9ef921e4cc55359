"""The interface of a solver under test, and the records of its runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.reference import Engine, Grid
from crosscover.responses import Failed, Response

Cells = NDArray[np.uint8]
"""Grids of one shape, one per row: the digits of their cells, 0 for an empty cell."""

UNREADABLE = 255
REFUSED = 250
SEVERAL = 251
"""Codes of answers: none that can be read, a refusal without a grid, and the word for several solutions."""

HASH_SEED = "PYTHONHASHSEED"
"""Environment variable that decides how Python orders sets of strings; a solver may be correct for some values only."""


def hash_seed_of(seed: int) -> int:
    """Return the hash seed that belongs to a seed: not 0, which CI systems set, and short enough to type."""
    return Random(f"{seed} hash").randint(1, 9999)


@dataclass(frozen=True, slots=True)
class Usage:
    """The processor time of a run in seconds.

    `solving_seconds` is the wall time between the first puzzle and the last answer; None if it includes the start of a
    process. `is_cut_off` means that the wall-clock limit ended the run before its processes had used their time.
    """

    cpu_seconds: float
    solving_seconds: float | None = None
    is_cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """The input and output of one run.

    `run_failure` is a failure of the run as a whole after every puzzle was answered, such as children left behind. For
    a function, `sent` is empty and `received` is its printed output. `usage` is None if nothing was run. `errors` is
    the end of a program's stderr. `hash_seed` is Python's hash seed, None if it was random or makes no difference.
    `returned` is the record of a function's first call.
    """

    responses: tuple[Response, ...]
    run_failure: Failed | None = None
    sent: str = ""
    received: str = ""
    usage: Usage | None = field(default=None, compare=False)
    errors: str = field(default="", compare=False)
    returned: str = field(default="", compare=False)
    hash_seed: int | None = field(default=None, compare=False)

    def is_only(self, response: Response) -> bool:
        """Whether the run gave only this response, and did not fail."""
        return self.responses == (response,) and self.run_failure is None


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """The answers to a block, not yet judged.

    `answers` holds one row per puzzle: the cells of the grid, zeros for a refusal, or a repeated code. Under a contract
    without grids, a row is a single number: the solution count, at most 2, or a code. `failure` is the first failure
    other than a wrong answer.
    """

    answers: Cells
    failure: Failed | None = None


class SubjectKind(Enum):
    """Kinds of subjects, which determine the properties that apply."""

    ENGINE = "engine"
    DANCING_LINKS = "dancing links"
    FUNCTION = "function"
    PROGRAM = "program"


class EngineUnderTest(Engine, Protocol):
    """An engine in this process, for properties that need more than answers to batches."""

    def renew(self) -> None:
        """Replace the engine, whose state may be damaged, with a new one of the same name."""


class Subject(Protocol):
    """A solver under test. `run` never raises: the transcript records every failure.

    `name` is its specification; `options` holds its interface, contract and limits; `engine` is the engine if it is
    one. `hash_seed` is Python's hash seed in its runs, None if it is random or makes no difference. `remarks` are lines
    of the report about the solver as a whole, known after its runs.
    """

    name: str
    kind: SubjectKind
    options: Options
    engine: EngineUnderTest | None
    hash_seed: int | None
    remarks: Sequence[str]

    def run(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Run the subject on a batch, in order.

        `seconds` is the time limit of its processes, by default the limit in `options`; `wall_seconds` is the time
        limit of the whole run, by default twice `seconds`.
        """
        ...

    def run_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Run the subject on a block, in order; `seconds` is the time limit of a function or a program."""
        ...

    def use_hash_seed(self, seed: int | None) -> None:
        """Set Python's hash seed for later runs, unless the user has set one; None means a random seed."""

    def close(self) -> None:
        """Release processes and files."""
