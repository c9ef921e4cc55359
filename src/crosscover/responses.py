"""Responses: what a solver can return for a puzzle, as data, before it is judged."""

import re
from dataclasses import dataclass, field, replace
from enum import Enum

from crosscover.reference import Grid


@dataclass(frozen=True, slots=True)
class Answered:
    """A grid that is not judged yet; it may have empty cells, which a remark may explain."""

    grid: Grid
    remark: str = field(default="", compare=False)

    def __str__(self) -> str:
        return str(self.grid)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of solutions."""

    number: int

    def __str__(self) -> str:
        return f"the number {self.number}"


@dataclass(frozen=True, slots=True)
class Declined:
    """A refusal: the subject reports that there is no solution.

    `text` is the line that is a refusal because it contains no digits; None if the refusal is certain. `beside` is a
    partly filled grid beside a text that may be a title; it is judged if the puzzle has a solution.
    """

    text: str | None = field(default=None, compare=False)
    beside: Grid | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return "a refusal" if self.beside is None else str(self.beside)


@dataclass(frozen=True, slots=True)
class Stated:
    """The word for several solutions; the word for no solution is `Declined`."""

    def __str__(self) -> str:
        return "the word for 'several'"


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
    MUTATED = "changed its input"
    RETRACTED = "changed an earlier answer"
    LEFT_CHILDREN = "left processes behind"
    NOT_STARTED = "not started"


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer that can be read; `reason` explains why, such as "killed by SIGSEGV after 1 of 2 puzzles".

    `exception` is the type of the subject's exception, empty if it raised none. `variant` distinguishes failures with
    one fault, such as by the name of a signal; it contains nothing that differs from puzzle to puzzle.
    """

    fault: Fault
    reason: str
    exception: str = field(default="", compare=False)
    variant: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"no answer ({self.fault.value})"

    def with_remark(self, remark: str) -> "Failed":
        """Append a remark about the run to the reason."""
        return replace(self, reason=self.reason + remark, variant=self.variant + message_pattern(remark))


_VARYING = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"  # quoted text
    |\bat\ \S+:\d+(?:\ in\ \S+)?              # a line of the solver
    |[.\d]*\d[.\d]*                           # numbers and grids""",
    re.VERBOSE,
)


def message_pattern(message: str) -> str:
    """Return a subject's message without quoted texts, lines of code and numbers, to compare messages.

    >>> message_pattern("raised ValueError: 7 in 'a' at my.py:3 in f") == message_pattern("raised ValueError: 5 in 'b'")
    True
    """
    return " ".join(_VARYING.sub(" ", message).split())


Response = Answered | Counted | Declined | Stated | Failed
