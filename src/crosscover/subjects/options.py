"""What a person may say of a solver beside its name: how to speak to it, what it promises, what it may use."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from types import MappingProxyType

from .contract import Contract


class Call(Enum):
    """How a Python function takes a puzzle."""

    TEXT = "text"
    """One string, a character a cell, `.` for an empty one."""

    ROWS = "rows"
    """A list of rows, lists of int, 0 for an empty cell; fresh for each puzzle."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a subject is spoken to and bounded.

    A run may take `time_limit` seconds and `puzzle_time` more for each puzzle of its batch. Time counts by the clock,
    without that in which other processes held every processor; so it is fair on a busy machine, and a program that
    sleeps does not outwit it. With `stream` each answer is also due within `time_limit` and `puzzle_time`.
    Limits of memory and output are in MiB; memory is what a program may write to, for each of its processes.
    `refusal` pins the text that says that there is no solution; None for any line without digits.
    """

    dialect: str = "poj3074"
    call: Call = Call.TEXT
    contract: Contract = Contract.PROPER
    refusal: str | None = None
    stream: bool = False
    time_limit: float = 10.0
    puzzle_time: float = 0.1
    memory_limit: int = 256
    output_limit: int = 4

    def reworded(self, words: Mapping[str, str]) -> "Options":
        """The options with some of them as people write them, by name; ValueError for a name or value that is none."""
        unknown = set(words) - {field.name for field in fields(self)}
        if unknown:
            raise ValueError(f"there is no option {min(unknown)!r}")
        return replace(
            self,
            dialect=words.get("dialect", self.dialect),
            call=Call(words.get("call", self.call)),
            contract=Contract(words.get("contract", self.contract)),
            refusal=words.get("refusal", self.refusal),
            stream=words.get("stream", str(self.stream)) == "True",
            time_limit=float(words.get("time_limit", self.time_limit)),
            puzzle_time=float(words.get("puzzle_time", self.puzzle_time)),
            memory_limit=int(words.get("memory_limit", self.memory_limit)),
            output_limit=int(words.get("output_limit", self.output_limit)),
        )

    @property
    def memory_bytes(self) -> int:
        """The limit of memory in bytes."""
        return self.memory_limit << 20

    @property
    def output_bytes(self) -> int:
        """The limit of output in bytes, for standard output and standard error each."""
        return self.output_limit << 20

    def seconds(self, puzzles: int) -> float:
        """The time that a run of so many puzzles may take."""
        return self.time_limit + self.puzzle_time * puzzles


PROFILES: Mapping[str, Options] = MappingProxyType(
    {"poj3074": Options(dialect="poj3074", time_limit=1.0, puzzle_time=0.0, memory_limit=64)}
)
"""The options of known judges by name: POJ 3074 allows 1 s and 64 MiB for a whole run, taken here as 1,000 puzzles."""
