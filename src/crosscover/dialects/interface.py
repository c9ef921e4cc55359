"""What a text form of puzzles and answers is, how its inputs may be spelt, and what its readers yield."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import assert_never

from crosscover.reference import Grid, Shape

from .cells import encode
from .text import MalformedInputError, NumberedLines


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


BLANK_LINE = Refusal("")
"""The refusal that a blank line is: one for all, since an output may have millions of them."""

Reply = Answer | Refusal | MalformedInputError
"""What a program wrote for a puzzle; the error says where and why it is neither an answer nor a refusal."""


class LineEnd(Enum):
    """How the lines of an input end."""

    LF = "\n"
    CRLF = "\r\n"


class Spacing(Enum):
    """The blanks of an input of numbers, which a reader like `scanf("%d")` takes all alike."""

    SINGLE = "one blank between numbers"
    DOUBLE = "two blanks between numbers"
    TAB = "a tab between numbers"
    LEADING = "a blank before each line"
    TRAILING = "a blank after each line"

    def apply(self, line: str) -> str:
        """A line of numbers with single blanks between them, spaced so."""
        match self:
            case Spacing.SINGLE:
                return line
            case Spacing.DOUBLE:
                return line.replace(" ", "  ")
            case Spacing.TAB:
                return line.replace(" ", "\t")
            case Spacing.LEADING:
                return f" {line}"
            case Spacing.TRAILING:
                return f"{line} "
            case other:
                assert_never(other)


@dataclass(frozen=True, slots=True)
class Formatting:
    """The spelling of a batch: the empty cell (None: the dialect's), line ends, whether the last has one, blanks."""

    empty: str | None = None
    line_end: LineEnd = LineEnd.LF
    final_newline: bool = True
    spacing: Spacing = Spacing.SINGLE

    def to_plain(self) -> dict[str, str | bool | None]:
        """The same as values that any format can hold."""
        return {
            "empty": self.empty,
            "line_end": self.line_end.name,
            "final_newline": self.final_newline,
            "spacing": self.spacing.name,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "Formatting":
        """What `to_plain` gave, now or before there was a spacing; raises ValueError where it is something else."""
        match {"spacing": "SINGLE", **plain}:
            case {
                "empty": str() | None as empty,
                "line_end": "LF" | "CRLF" as end,
                "final_newline": bool(final),
                "spacing": str(spacing),
            } if spacing in Spacing.__members__:
                return cls(empty, LineEnd[str(end)], final, Spacing[spacing])
            case _:
                expected = f"empty, line_end LF or CRLF, final_newline, spacing {', '.join(Spacing.__members__)}"
                raise ValueError(f"{plain!r} is no formatting; expected {expected}")


@dataclass(frozen=True, slots=True)
class Dialect:
    """Reads and writes puzzles, and reads and writes the answers to them.

    Line ends may be LF or CRLF, the last one may be missing, blanks may trail a line, a byte-order mark may come first:
    all that is read as it is meant, in puzzles and in answers. Reading takes time in proportion to the text.

    `summary` says in one sentence what an input and an answer look like. `entries` and `replies` are the readers behind
    `read` and `read_answers`; `layout` gives the lines of a grid, with the given character for an empty cell.
    `empty_characters` are those that a program which speaks the dialect must read, the usual one first; `read`
    understands more of them, where that is not ambiguous. `spacings` are those that such a program must read, the usual
    one first. `header` is the line before the puzzles, if any, with `{}` for their number, `end` the one after them, if
    any. `batch_limit` is how many puzzles fit into an input; None: any number. With `line_per_puzzle` a program can be
    asked line by line. Where there is an `answer_header`, line end included, each answer follows its puzzle. `shape` is
    the one that the dialect is for, None: any. With `parts_grids` a blank line stands between two grids.
    """

    name: str
    summary: str
    entries: Callable[[NumberedLines, Shape], Iterator[Entry]]
    replies: Callable[[NumberedLines, Shape], Iterator[Reply]]
    layout: Callable[[Grid, str], list[str]]
    empty_characters: str
    header: str = ""
    end: str = ""
    batch_limit: int | None = None
    line_per_puzzle: bool = False
    answer_header: str = ""
    spacings: tuple[Spacing, ...] = (Spacing.SINGLE,)
    shape: Shape | None = None
    parts_grids: bool = False

    def read(self, lines: Iterable[str], shape: Shape | None = None) -> Iterator[Entry]:
        """Yield each puzzle as soon as its last line was read; of 3x3 boxes unless the dialect is for another shape.

        Raises MalformedInputError, after the puzzles before, at the first place that is not in the dialect, be it the
        end of the input. Nothing but blank lines and what the dialect calls a comment is skipped. An input that says
        itself where it ends, by a line `end` or the number of its grids, is read on to the end of the text: what comes
        after that is malformed, at once or hours later, unless it is blank.
        """
        return self.entries(NumberedLines(lines), shape or self.shape or Shape())

    def allowed(self, formatting: Formatting) -> Formatting:
        """The formatting, with the dialect's usual empty cell or spacing where it does not allow another."""
        empty = formatting.empty if formatting.empty in tuple(self.empty_characters) else None
        spacing = formatting.spacing if formatting.spacing in self.spacings else self.spacings[0]
        return replace(formatting, empty=empty, spacing=spacing)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """A whole input: the puzzles with what the dialect puts before and after them.

        Raises ValueError for more puzzles than `batch_limit`, for an empty cell not among `empty_characters`, and for a
        spacing not among `spacings`.
        """
        empty = self.empty_characters[0] if formatting.empty is None else formatting.empty
        if len(empty) != 1 or empty not in self.empty_characters:
            raise ValueError(f"an empty cell is written as one of {self.empty_characters!r} here, not as {empty!r}")
        if self.batch_limit is not None and len(puzzles) > self.batch_limit:
            raise ValueError(f"{self.name} holds {self.batch_limit} puzzle, not {len(puzzles)}")
        if formatting.spacing not in self.spacings:
            raise ValueError(f"{self.name} does not allow {formatting.spacing.value}")
        grids = [list(map(formatting.spacing.apply, self.layout(puzzle, empty))) for puzzle in puzzles]
        if self.parts_grids:
            grids = [[*([""] if place else []), *lines] for place, lines in enumerate(grids)]
        line_end = formatting.line_end.value
        before, after = (list(filter(None, [line])) for line in (self.header.format(len(puzzles)), self.end))
        text = line_end.join([*before, *chain.from_iterable(grids), *after])
        return text + line_end if text and formatting.final_newline else text

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:
        """The lines of the answer to a puzzle, with their line ends; None is a refusal: there is no solution."""
        text = "" if answer is None else "\n".join(self.layout(answer, self.empty_characters[0]))
        if self.answer_header:
            return f"{encode(puzzle)},{text}\n"
        return f"{text or 'no solution'}\n" + "\n" * self.parts_grids

    def read_answers(self, text: str, shape: Shape | None = None) -> list[Reply]:
        """Read all that a program wrote; never raises.

        One reply for each answer, refusal, or stretch of text that is neither; a program that gave one answer a puzzle
        has as many replies as it had puzzles.
        """
        return list(self.replies(NumberedLines.of_output(text), shape or self.shape or Shape()))
