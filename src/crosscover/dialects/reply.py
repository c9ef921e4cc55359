"""What can be read from the output of a program, one reply for each answer it seems to give."""

from dataclasses import dataclass

from crosscover.reference import Grid

from .malformed import MalformedInputError


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that has the form of a grid, right or wrong; it may have empty cells."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that holds no digits where an answer could stand; its text without the blanks around it."""

    text: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Neither: the place, counted from 1, what was expected there and what was found."""

    line: int
    column: int
    expected: str
    found: str

    @classmethod
    def of(cls, error: MalformedInputError) -> "Unreadable":
        """The reply that cannot be read for the reason given."""
        return cls(error.line, error.column, error.expected, error.found)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: expected {self.expected}, found {self.found}"


Reply = Answer | Refusal | Unreadable
