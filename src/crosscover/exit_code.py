"""The exit codes with their meanings, words and tones, and how a command says why it stops."""

import sys
from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Self


class Tone(Enum):
    """How a result looks in a report; the value is its CSS class."""

    GOOD = "good"
    BAD = "bad"
    UNDECIDED = "undecided"
    FAINT = "faint"


class ExitCode(IntEnum):
    """The exit codes, the same for every command, with their meanings; if several apply, the first counts.

    `word` names the result in reports, whether of a run or of a row.

    What was seen of a solver comes first, since each failure stands for itself, whatever went wrong besides. Then come
    faults of ours, what could not be asked, and a run that was cut short.
    """

    word: str
    meaning: str

    WRONG = 1, "wrong", "a solver is wrong, a certificate is false, or two ledgers differ"
    FAULT = 3, "not decided", "the oracles disagree, or another fault of crosscover itself"
    USAGE = 2, "malformed", "usage, or malformed input"
    NOT_STARTED = 4, "not started", "the solver under test could not be started, or speaks another dialect or form"
    INTERRUPTED = 130, "interrupted", "interrupted, or the output is no longer read"
    GOOD = 0, "no errors found", "all good"

    def __new__(cls, code: int, word: str, meaning: str) -> Self:
        """Keep word and meaning beside the number."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.word = word
        member.meaning = meaning
        return member

    @property
    def tone(self) -> Tone:
        """Good or bad; undecided if it says nothing about a solver."""
        return {ExitCode.GOOD: Tone.GOOD, ExitCode.WRONG: Tone.BAD}.get(self, Tone.UNDECIDED)


class UsageError(ValueError):
    """What cannot be done as it was asked: a file that cannot be opened, input that is malformed at a place."""

    def __init__(self, message: str, place: str = "crosscover") -> None:
        super().__init__(message)
        self.place = place


noted: set[ExitCode] = set()
"""What the command that is running has found so far; it counts whatever happens next, as when it cannot be printed."""


def combine(codes: Iterable[ExitCode]) -> ExitCode:
    """The one exit code of a command to whose parts these apply; GOOD where there is none."""
    return min(codes, key=list(ExitCode).index, default=ExitCode.GOOD)


def fail(code: ExitCode, message: object, place: str = "crosscover") -> ExitCode:
    """Note the code, say on the standard error what is the matter, after the place where it is, and return the code."""
    noted.add(code)
    print(f"{place}: {message}", file=sys.stderr)
    return code
