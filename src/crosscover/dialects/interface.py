"""The interface of a dialect, the ways to format its inputs, and the results of its readers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum

from crosscover.reference import Grid, Shape

from .cells import encode
from .text import MalformedInputError, NumberedLines


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with its first line and, in some dialects, a label or a solution."""

    puzzle: Grid
    line: int
    label: str = ""
    solution: Grid | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Text in the form of a grid, right or wrong; it may have empty cells."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line without digits in place of an answer, or a word of the dialect, without surrounding blanks."""

    text: str


BLANK_LINE = Refusal("")
"""The reply for a blank line: a refusal, or just space. Its identity distinguishes it from an empty field."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions."""

    number: int


@dataclass(frozen=True, slots=True)
class ReportedError:
    """A failure that a program reports itself, with its reason."""

    text: str


Reply = Answer | Refusal | Count | ReportedError | MalformedInputError
"""What a program wrote for a puzzle; the error gives the place and the reason if it is none of the others."""


class Claim(Enum):
    """An answer in words instead of a grid; the value is the word that functions return."""

    NONE = "none"
    SEVERAL = "several"


class LineEnd(Enum):
    """The line end of an input."""

    LF = "\n"
    CRLF = "\r\n"


class Spacing(Enum):
    """The blanks in an input of numbers, which a reader such as `scanf("%d")` treats alike."""

    SINGLE = "one blank between numbers"
    DOUBLE = "two blanks between numbers"
    TAB = "a tab between numbers"
    LEADING = "a blank before each line"
    TRAILING = "a blank after each line"

    def apply(self, line: str) -> str:
        """Space a line of numbers that has single blanks between them."""
        between = {Spacing.DOUBLE: "  ", Spacing.TAB: "\t"}.get(self, " ")
        before, after = " " * (self is Spacing.LEADING), " " * (self is Spacing.TRAILING)
        return f"{before}{line.replace(' ', between)}{after}"


@dataclass(frozen=True, slots=True)
class Formatting:
    """The formatting of a batch: empty cells (None: the usual ones of the dialect), line ends and blanks."""

    empty: str | None = None
    line_end: LineEnd = LineEnd.LF
    final_newline: bool = True
    spacing: Spacing = Spacing.SINGLE

    def to_plain(self) -> dict[str, str | bool | None]:
        """The same in values that any format can hold."""
        return {
            "empty": self.empty,
            "line_end": self.line_end.name,
            "final_newline": self.final_newline,
            "spacing": self.spacing.name,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "Formatting":
        """The formatting from the result of `to_plain`; raises ValueError for anything else."""
        match plain:
            case {
                "empty": str() | None as empty,
                "line_end": str(end),
                "final_newline": bool(final),
                "spacing": str(name),
            }:
                with suppress(KeyError):
                    return cls(empty, LineEnd[end], final, Spacing[name])
            case _:
                pass
        raise ValueError(f"{plain!r} is not a formatting")


def raise_errors(entries: Iterable[Entry | MalformedInputError]) -> Iterator[Entry]:
    """Yield the entries up to the first error, and raise that."""
    for entry in entries:
        if isinstance(entry, MalformedInputError):
            raise entry
        yield entry


@dataclass(frozen=True, slots=True)
class Dialect:
    """Reads and writes puzzles and their answers.

    Readers accept LF and CRLF, a missing last line end, trailing blanks and a byte-order mark, in puzzles and in
    answers, and take time in proportion to the text. Both `entries` and `replies` yield an error in place of malformed
    text if they can continue after it.

    | field | meaning |
    | --- | --- |
    | `summary` | one sentence on inputs and answers |
    | `entries`, `replies` | the readers of puzzles and of answers |
    | `layout`, `puzzle_layout` | the lines of a grid, with the given empty cell, and of a puzzle if they differ |
    | `empty_characters` | the empty cells that programs must read, the usual one first; `read` accepts more |
    | `spacings` | the spacings that programs must read, the usual one first |
    | `header`, `end` | the line before the puzzles, with `{}` for their number, and the one after them |
    | `blank_between` | whether a blank line separates puzzles, and answers |
    | `batch_limit` | the maximum number of puzzles in an input, if there is one |
    | `line_per_puzzle` | whether a program can receive one puzzle at a time, each a line |
    | `as_arguments` | whether the lines of a puzzle are a program's arguments; its standard input is empty |
    | `answer_header` | the first line of the answers, line end included; then each answer follows its puzzle |
    | `words` | texts with their meanings; without any, a line without digits means that there is no solution |
    | `tag_reply` | the line of a solution, count or refusal (None) in dialects whose replies name their kind |
    | `contract` | the contract of the judge that the dialect comes from |
    | `shape` | the only shape that the dialect is for |
    """

    name: str
    summary: str
    entries: Callable[[NumberedLines, Shape], Iterator[Entry | MalformedInputError]]
    replies: Callable[[NumberedLines, Shape], Iterator[Reply]]
    layout: Callable[[Grid, str], list[str]]
    empty_characters: str
    header: str = ""
    end: str = ""
    batch_limit: int | None = None
    line_per_puzzle: bool = False
    answer_header: str = ""
    spacings: tuple[Spacing, ...] = (Spacing.SINGLE,)
    puzzle_layout: Callable[[Grid, str], list[str]] | None = None
    blank_between: bool = False
    words: Mapping[str, Claim] = field(default_factory=dict[str, Claim])
    contract: str = ""
    as_arguments: bool = False
    tag_reply: Callable[[Grid | int | None], str] | None = None
    shape: Shape | None = None

    def read(self, lines: Iterable[str], shape: Shape | None = None) -> Iterator[Entry]:
        """Yield each puzzle as soon as its last line is read; of 3x3 boxes unless the dialect is for another shape.

        Raises MalformedInputError at the first place that is not in the dialect, which may be the end of the input,
        after the puzzles before. Only blank lines and comments are skipped. An input with a last line `end`, or with
        the number of its grids, is read to the end of the text: anything but blank lines there is malformed.
        """
        return raise_errors(self.read_with_errors(lines, shape))

    def read_with_errors(
        self, lines: Iterable[str], shape: Shape | None = None
    ) -> Iterator[Entry | MalformedInputError]:
        """The same, but yield the error for a malformed line that should be a whole entry, and continue after it.

        Other errors are raised.
        """
        return self.entries(NumberedLines(lines), shape or self.shape or Shape())

    def allowed(self, formatting: Formatting) -> Formatting:
        """The formatting, with the dialect's usual empty cell or spacing in place of one that it does not allow."""
        empty = formatting.empty if formatting.empty in tuple(self.empty_characters) else None
        spacing = formatting.spacing if formatting.spacing in self.spacings else self.spacings[0]
        if self.as_arguments:  # which have no line ends
            return Formatting(empty)
        return replace(formatting, empty=empty, spacing=spacing)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """A whole input with these puzzles.

        Raises ValueError for more puzzles than `batch_limit`, an empty cell not among `empty_characters`, and a spacing
        not among `spacings`.
        """
        empty = self.empty_characters[0] if formatting.empty is None else formatting.empty
        if len(empty) != 1 or empty not in self.empty_characters:
            raise ValueError(f"an empty cell of {self.name} is one of {self.empty_characters!r}, not {empty!r}")
        if self.batch_limit is not None and len(puzzles) > self.batch_limit:
            raise ValueError(f"{self.name} holds {self.batch_limit} puzzle, not {len(puzzles)}")
        if formatting.spacing not in self.spacings:
            raise ValueError(f"{self.name} does not allow {formatting.spacing.value}")
        lines = [self.header.format(len(puzzles))] if self.header else []
        for number, puzzle in enumerate(puzzles):
            lines += [""] if self.blank_between and number else []
            lines += map(formatting.spacing.apply, self.puzzle_lines(puzzle, empty))
        lines += [self.end] if self.end else []
        line_end = formatting.line_end.value
        return line_end.join(lines) + (line_end if lines and formatting.final_newline else "")

    def puzzle_lines(self, puzzle: Grid, empty: str) -> list[str]:
        """The lines of a puzzle in an input."""
        return (self.puzzle_layout or self.layout)(puzzle, empty)

    def write_answer(self, answer: Grid | Claim | None, puzzle: Grid, number: int = 1) -> str:
        """The lines of the answer to a puzzle, with their line ends; None refuses a puzzle without a solution.

        `number` is the place of the answer in the output, from 1. Raises KeyError for a claim without a word.
        """
        if self.tag_reply is not None and not isinstance(answer, Claim):
            return f"{self.tag_reply(answer)}\n"
        if isinstance(answer, Grid):
            text = "\n".join(self.layout(answer, self.empty_characters[0]))
        else:
            text = self._word_for(answer or Claim.NONE)
        if self.answer_header:
            return f"{encode(puzzle)},{text}\n"
        before = "\n" if self.blank_between and number > 1 else ""
        return f"{before}{text}\n"

    def _word_for(self, claim: Claim) -> str:
        texts = {said: text for text, said in self.words.items()}
        if not texts:
            return "" if self.answer_header else "no solution"
        return texts[claim]

    def write_count(self, number: int) -> str:
        """The line that answers a puzzle with its number of solutions, with its line end."""
        return f"{number if self.tag_reply is None else self.tag_reply(number)}\n"

    def read_answers(self, text: str, shape: Shape | None = None) -> list[Reply]:
        """Read the whole output of a program; never raises.

        There is one reply for each answer, each refusal, and each stretch of text that is neither.
        """
        return list(self.replies(NumberedLines.of_output(text), shape or self.shape or Shape()))
