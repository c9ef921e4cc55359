"""The interface of a text form in which puzzles and answers pass between programs, and what its readers yield."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from crosscover.reference import Grid, Shape

from .formatting import Formatting
from .malformed import MalformedInputError


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with the line where it begins, and what its dialect lets stand beside it: a label, a solution."""

    puzzle: Grid
    line: int
    label: str = ""
    solution: Grid | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that has the form of a grid, right or wrong; it may have empty cells."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that holds no digits where an answer could stand; its text without the blanks around it."""

    text: str


Reply = Answer | Refusal | MalformedInputError
"""What a program wrote for a puzzle; the error says where and why it is neither an answer nor a refusal."""


class Dialect(Protocol):
    """Reads and writes puzzles, and reads and writes the answers to them.

    Line ends may be LF or CRLF, the last one may be missing, blanks may trail a line, a byte-order mark may come first:
    all that is read as it is meant, in puzzles and in answers.
    """

    @property
    def name(self) -> str:
        """Its name on the command line."""
        ...

    @property
    def summary(self) -> str:
        """What an input and an answer look like, in one sentence."""
        ...

    @property
    def batch_limit(self) -> int | None:
        """How many puzzles fit into an input; None where there is no limit."""
        ...

    @property
    def empty_characters(self) -> str:
        """The characters for an empty cell that a program which speaks the dialect must read; the usual one first.

        `read` understands more of them, where that is not ambiguous.
        """
        ...

    @property
    def line_per_puzzle(self) -> bool:
        """Whether a puzzle is a line and its answer is a line, so that a program can be asked line by line."""
        ...

    @property
    def end(self) -> str:
        """The line that ends an input, without its line end; empty where the end of the file or a count does."""
        ...

    @property
    def answer_header(self) -> str:
        """What stands before the first answer, line end included; empty in most dialects."""
        ...

    def read(self, lines: Iterable[str], shape: Shape = Shape()) -> Iterator[Entry]:
        """Yield each puzzle as soon as its last line was read.

        Raises MalformedInputError, after the puzzles before, at the first place that is not in the dialect, be it the
        end of the input. Nothing but blank lines and what the dialect calls a comment is skipped.
        """
        ...

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """A whole input: the puzzles with what the dialect puts before and after them.

        Raises ValueError for more puzzles than `batch_limit`, and for an empty cell not among `empty_characters`.
        """
        ...

    def write_puzzle(self, puzzle: Grid, formatting: Formatting = Formatting()) -> str:
        """The lines of one puzzle, with their line ends, without what stands before the first and after the last."""
        ...

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:
        """The lines of the answer to a puzzle, with their line ends; None is a refusal: there is no solution."""
        ...

    def read_answers(self, text: str, shape: Shape = Shape()) -> list[Reply]:
        """Read all that a program wrote; never raises.

        One reply for each answer, refusal, or stretch of text that is neither; a program that gave one answer a puzzle
        has as many replies as it had puzzles.
        """
        ...
