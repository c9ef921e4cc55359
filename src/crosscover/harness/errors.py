"""What a property raises when it does not hold."""

from crosscover.reference import Grid

from .judging import Counterexample


class SubjectFailedError(AssertionError):
    """The subject is wrong about a batch, and the counterexample shows it."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(counterexample.reason)
        self.counterexample = counterexample


class PropertyViolatedError(AssertionError):
    """A property of an engine, of the table or of the links does not hold; the puzzle shows it, where there is one.

    `late` says that nothing worse was seen than that an answer did not come in time.
    """

    def __init__(self, reason: str, puzzle: Grid | None = None, *, late: bool = False) -> None:
        super().__init__(reason if puzzle is None else f"{reason}\n{puzzle}\n{puzzle.to_diagram()}")
        self.reason = reason
        self.puzzle = puzzle
        self.late = late


class InvalidExampleError(Exception):
    """A strategy drew a puzzle that the contract does not allow: our fault, never the subject's."""
