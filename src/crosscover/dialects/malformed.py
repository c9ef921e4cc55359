"""The error that every reader of puzzles raises, and the reply of a program that cannot be read."""

from typing import Final


class MalformedInputError(ValueError):
    """Text that is not in its dialect: where it departs from it, what was expected there and what was found.

    Lines and columns count from 1; columns count characters. The fields are not to be changed; errors that say the same
    are equal, and can be sent from one process to another.
    """

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(line, column, expected, found)
        self.line: Final = line
        self.column: Final = column
        self.expected: Final = expected
        self.found: Final = found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MalformedInputError) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)

    @property
    def reason(self) -> str:
        """What was expected and what was found, without the place."""
        return f"expected {self.expected}, found {self.found}"

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"
