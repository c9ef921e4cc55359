"""The events of a check, which every writer is told of in this order: begun, started and finished in turn, ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from crosscover.properties.judging import Finding
from crosscover.reference import Grid


class Status(Enum):
    """How a property came out."""

    PASSED = "passed"
    WRONG = "wrong"
    """The subject gave a wrong answer, or crashed, or broke its contract in another way."""
    TIMED_OUT = "timed out"
    """Nothing worse was seen than that an answer did not come in time."""
    VACUOUS = "vacuous"
    """Nothing was judged, so nothing is known."""
    FAULT = "fault"
    """The oracles disagree, or crosscover itself failed: never held against the subject."""
    NOT_RUN = "not run"
    """The run ended before its turn."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a property did not pass.

    `finding` is there where the subject was asked for a batch; `puzzle` where an engine broke a property of its set of
    solutions; neither where the fault lies elsewhere. `certified` says that the right answers carry checked
    certificates. `kept` is the name under which the batch is kept to be tried again; empty where it is not.
    """

    reason: str
    finding: Finding | None = None
    puzzle: Grid | None = None
    detail: str = ""
    certified: bool = False
    kept: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one property: `name` is that of its test without `test_`, `sentence` what it says.

    `judged` counts `unit`s, puzzles mostly; `killed_after` of them the subject was first seen to be wrong. `known` says
    that the failure was expected, and does not count against the subject. `spared` is the number of puzzles that so
    slow a subject was given with more clues, or not at all.
    """

    name: str
    sentence: str
    status: Status
    judged: int = 0
    unit: str = "puzzles"
    runs: int = 0
    seconds: float = 0.0
    killed_after: int | None = None
    traits: Mapping[str, int] = field(default_factory=dict[str, int])
    failure: Failure | None = None
    known: bool = False
    spared: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """What is judged, by whom, and how to repeat it. `command` is the command line of the run."""

    subject: str
    contract: str
    seed: int
    panel: tuple[str, ...]
    versions: Mapping[str, str]
    command: tuple[str, ...]
    options: Mapping[str, str | int | float | bool | None] = field(
        default_factory=dict[str, "str | int | float | bool | None"]
    )


@dataclass(frozen=True, slots=True)
class Footer:
    """The end of a run; `complete` is False where it was cut short, and `exit_code` what the command returns.

    `notes` say what else people must know, such as a failure that was expected and did not come.
    """

    outcomes: tuple[Outcome, ...]
    seconds: float
    exit_code: int
    complete: bool
    notes: tuple[str, ...] = ()


class Writer(Protocol):
    """Shows a run to somebody."""

    def begun(self, header: Header, properties: tuple[str, ...]) -> None:
        """Take note of what is judged and of the names of the properties to come."""
        ...

    def started(self, name: str) -> None:
        """Take note that a property has its turn."""
        ...

    def judged(self, name: str, count: int) -> None:
        """Take note of how many puzzles the current property has judged so far; called now and then."""
        ...

    def finished(self, outcome: Outcome) -> None:
        """Take note of how a property came out."""
        ...

    def ended(self, footer: Footer) -> None:
        """Take note of the end."""
        ...
