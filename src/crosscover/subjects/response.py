"""What a subject gave back for one puzzle."""

from dataclasses import dataclass
from enum import Enum

from crosscover.reference import Grid


@dataclass(frozen=True, slots=True)
class Answered:
    """A grid, not yet judged: it may be anything that has the form of one, empty cells included."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of solutions."""

    number: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A refusal: the subject says that there is no solution."""


class Fault(Enum):
    """Why there is no answer."""

    CRASHED = "crashed"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    TOO_MANY_PROCESSES = "too many processes"
    MALFORMED = "malformed answer"
    MISSING = "missing answer"
    EXTRA = "extra output"
    MUTATED = "changed its input"
    RETRACTED = "changed an earlier answer"
    LEFT_CHILDREN = "left processes behind"
    NOT_STARTED = "not started"


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer that can be read: `reason` in words, such as "killed by SIGSEGV after 1 of 2 puzzles"."""

    fault: Fault
    reason: str


Response = Answered | Counted | Declined | Failed
