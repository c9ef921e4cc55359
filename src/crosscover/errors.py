"""Exit codes with their meanings, words and tones, and exceptions that carry an exit code."""

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from enum import Enum, IntEnum
from typing import Self

from .output import print_line


class Tone(Enum):
    """How a result looks in a report; the value is its CSS class."""

    GOOD = "good"
    BAD = "bad"
    UNDECIDED = "undecided"
    FAINT = "faint"


class ExitCode(IntEnum):
    """The exit codes of all commands, with their meanings; if several apply, the first counts.

    `word` names the result of a run or a row in reports.

    A wrong answer comes first, because it remains wrong even if something else failed. Then come faults of crosscover,
    invalid input, incomplete runs, and runs without errors that judged too little.
    """

    word: str
    meaning: str

    WRONG = 1, "wrong", "a solver is wrong, a certificate is false, or a puzzle does not have exactly one solution"
    FAULT = 3, "fault", "the oracles disagree, or crosscover has another fault"
    USAGE = 2, "malformed", "a usage error, or malformed input"
    NOT_STARTED = 4, "not started", "the solver under test could not be started, or uses another dialect or form"
    INTERRUPTED = 130, "interrupted", "interrupted, or the reader closed the output"
    NOT_DECIDED = 5, "not decided", "no errors were found, but too little was judged or proved for a verdict"
    GOOD = 0, "no errors found", "all good"

    def __new__(cls, code: int, word: str = "", meaning: str = "") -> Self:
        """Store the word and the meaning with the number."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.word = word
        member.meaning = meaning
        return member

    @property
    def tone(self) -> Tone:
        """Good, bad, or undecided if the code says nothing about the solver."""
        return {ExitCode.GOOD: Tone.GOOD, ExitCode.WRONG: Tone.BAD}.get(self, Tone.UNDECIDED)


class UsageError(ValueError):
    """Arguments or input that a command cannot use, such as a malformed file; `place` is the position in the input."""

    code = ExitCode.USAGE

    def __init__(self, message: str, place: str = "crosscover") -> None:
        super().__init__(message)
        self.place = place


class NotStartedError(UsageError):
    """A solver under test cannot be started; the message suggests what to try."""

    code = ExitCode.NOT_STARTED


@contextmanager
def refusing(prefix: str = "", place: str = "crosscover") -> Generator[None]:
    """Turn a ValueError in the block into a UsageError with a prefix and a place; NotStartedError keeps its type."""
    try:
        yield
    except ValueError as error:
        kind = NotStartedError if isinstance(error, NotStartedError) else UsageError
        raise kind(f"{prefix}{error}", place) from None


def combine(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the most important of several exit codes; GOOD if there are none."""
    return min(codes, key=list(ExitCode).index, default=ExitCode.GOOD)


def message_of(error: BaseException) -> str:
    """Return the message of an exception; for an OSError, the file and the reason without the error number."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


def print_error(message: object, place: str = "crosscover") -> None:
    """Print a message to stderr on one line, prefixed with its place."""
    print_line(f"{place}: {message}", sys.stderr)
