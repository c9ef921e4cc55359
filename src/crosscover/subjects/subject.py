"""The interface of a solver under test."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from crosscover.reference import Grid
from crosscover.reference.dialects import Form

from .contract import Contract
from .options import Options
from .response import Failed, Response


@dataclass(frozen=True, slots=True)
class Transcript:
    """What passed between the suite and a subject in one run.

    `responses` has one entry a puzzle, in order. `trouble` is what went wrong with the run as a whole after every
    puzzle was answered (extra output, children left behind, a crash at exit); None where nothing did. `sent` and
    `received` are the raw texts; for a function `sent` is empty and `received` is what it printed.
    """

    responses: tuple[Response, ...]
    trouble: Failed | None = None
    sent: str = ""
    received: str = ""


class Subject(Protocol):
    """A solver under test. Asking never raises: whatever the solver does is in the transcript."""

    @property
    def name(self) -> str:
        """The specification it was made from, such as `engine:dlx` or `exec:./a.out`."""
        ...

    @property
    def contract(self) -> Contract:
        """What it promises."""
        ...

    @property
    def options(self) -> Options:
        """How it is spoken to and bounded."""
        ...

    def ask(self, batch: Sequence[Grid], form: Form = Form()) -> Transcript:
        """Give it the puzzles of a batch in one run, in order."""
        ...

    def close(self) -> None:
        """Give back whatever it holds: processes, files."""
        ...
