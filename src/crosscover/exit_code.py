"""What the exit codes mean, which of several counts, and how a command says why it stops."""

import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """The exit codes, the same for every command, with what they mean in words; where several apply, the first counts.

    What was seen of a solver comes first, since each failure stands for itself, whatever went wrong besides. Then come
    faults of ours, what could not be asked, and a run that was cut short.
    """

    meaning: str

    WRONG = 1, "a solver is wrong, a certificate is false, or two ledgers differ"
    FAULT = 3, "the oracles disagree, or another fault of crosscover itself"
    USAGE = 2, "usage, or malformed input"
    NOT_STARTED = 4, "the solver under test could not be started, or speaks another dialect or form"
    INTERRUPTED = 130, "interrupted, or the output is no longer read"
    GOOD = 0, "all good"

    def __new__(cls, code: int, meaning: str) -> Self:
        """Keep the meaning beside the number."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


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
