"""What a text form of puzzles and answers is, how its inputs may be spelt, and what its readers yield."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
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
    """A line without digits where an answer could stand, or a word of the dialect; without the blanks around it."""

    text: str


BLANK_LINE = Refusal("")
"""The reply that a blank line is, told from an empty field by its identity: a refusal, or nothing but space."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions."""

    number: int


@dataclass(frozen=True, slots=True)
class ReportedError:
    """What a program says of itself: that it failed, and why."""

    text: str


Reply = Answer | Refusal | Count | ReportedError | MalformedInputError
"""What a program wrote for a puzzle; the error says where and why it is none of the others."""


class Claim(Enum):
    """What an answer says of a puzzle in words instead of a grid; the value is the word that functions use for it."""

    NONE = "none"
    """It has no solution."""

    ONE = "one"
    """It has one solution."""

    SEVERAL = "several"
    """It has several solutions."""

    CLASH = "clash"
    """A digit stands twice in a house, so it has no solution."""

    IMPOSSIBLE = "impossible"
    """It has no solution, although no digit stands twice in a house."""


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


def raise_errors(entries: Iterable[Entry | MalformedInputError]) -> Iterator[Entry]:
    """The entries up to the first error, which is raised."""
    for entry in entries:
        if isinstance(entry, MalformedInputError):
            raise entry
        yield entry


@dataclass(frozen=True, slots=True)
class Dialect:
    """Reads and writes puzzles, and reads and writes the answers to them.

    Line ends may be LF or CRLF, the last one may be missing, blanks may trail a line, a byte-order mark may come first:
    all that is read as it is meant, in puzzles and in answers. Reading takes time in proportion to the text.

    `summary` says in one sentence what an input and an answer look like. `entries` and `replies` are the readers behind
    `read` and `read_answers`; both yield an error in the place of what is malformed where they can go on after it.
    `layout` gives the lines of a grid, with the given character for an empty cell. `empty_characters` are those that a
    program which speaks the dialect must read, the usual one first; `read` understands more of them, where that is not
    ambiguous. `spacings` are those that such a program must read, the usual one first. `header` is the line before the
    puzzles, if any, with `{}` for their number, `end` the one after them, if any. `batch_limit` is how many puzzles fit
    into an input; None: any number. With `line_per_puzzle` a program can be asked line by line. Where there is an
    `answer_header`, line end included, each answer follows its puzzle. `shape` is the one that the dialect is for,
    None: any.

    `puzzle_layout` gives the lines of a puzzle where they are others than those of an answer. With `blank_between` a
    blank line parts one puzzle from the next, and one answer from the next where answers may be grids. `words` are the
    texts that stand for an answer instead of a grid, with what they say; where there are none, any line without digits
    says that there is no solution. Unless it `gives_grids`, all answers are words. `word_line` is the line of a word,
    with `{word}` for it and perhaps `{number}`. `contract` names what the judge demands that the dialect comes from,
    empty where there is none. With `as_arguments` the lines of a puzzle are the arguments of a program, whose standard
    input is empty. `tag_reply` writes a solution, a number of solutions or a refusal (None) in a dialect whose replies
    say themselves which of these they are; in the others a number is a line of its own, and a refusal any line without
    digits.
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
    gives_grids: bool = True
    word_line: str = "{word}"
    contract: str = ""
    as_arguments: bool = False
    tag_reply: Callable[[Grid | int | None], str] | None = None
    shape: Shape | None = None

    def read(self, lines: Iterable[str], shape: Shape | None = None) -> Iterator[Entry]:
        """Yield each puzzle as soon as its last line was read; of 3x3 boxes unless the dialect is for another shape.

        Raises MalformedInputError, after the puzzles before, at the first place that is not in the dialect, be it the
        end of the input. Nothing but blank lines and what the dialect calls a comment is skipped. An input that says
        itself where it ends, by a line `end` or the number of its grids, is read on to the end of the text: what comes
        after that is malformed, at once or hours later, unless it is blank.
        """
        return raise_errors(self.read_with_errors(lines, shape))

    def read_with_errors(
        self, lines: Iterable[str], shape: Shape | None = None, *, first_line: int = 1
    ) -> Iterator[Entry | MalformedInputError]:
        """The same, but after a malformed line that was to be a whole entry the error is yielded, and reading goes on.

        The first error that there is no going on after is raised. What begins before the `first_line`, in which there
        has to be an entry, may be left out: it is where an entry is a line, at a tenth of the cost of reading it.
        """
        return self.entries(NumberedLines(lines, first=first_line), shape or self.shape or Shape())

    def allowed(self, formatting: Formatting) -> Formatting:
        """The formatting, with the dialect's usual empty cell or spacing where it does not allow another.

        Arguments have no line ends.
        """
        empty = formatting.empty if formatting.empty in tuple(self.empty_characters) else None
        spacing = formatting.spacing if formatting.spacing in self.spacings else self.spacings[0]
        if self.as_arguments:
            return Formatting(empty)
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
        """The lines of the answer to a puzzle, with their line ends; None is a refusal: there is no solution.

        `number` is the place of the answer in the output, from 1. Raises KeyError for a claim without a word.
        """
        if self.tag_reply is not None and not isinstance(answer, Claim):
            return f"{self.tag_reply(answer)}\n"
        if isinstance(answer, Grid):
            text = "\n".join(self.layout(answer, self.empty_characters[0]))
        else:
            text = self._words_for(answer or Claim.NONE, number)
        if self.answer_header:
            return f"{encode(puzzle)},{text}\n"
        before = "\n" if self.blank_between and self.gives_grids and number > 1 else ""
        return f"{before}{text}\n"

    def _words_for(self, claim: Claim, number: int) -> str:
        """The line of a claim; why there is no solution is left out where there is no word for it."""
        texts = {said: text for text, said in self.words.items()}
        if not texts:
            return "" if self.answer_header else "no solution"
        is_none = claim in (Claim.CLASH, Claim.IMPOSSIBLE) and claim not in texts
        return self.word_line.format(number=number, word=texts[Claim.NONE if is_none else claim])

    def write_count(self, number: int) -> str:
        """The line that answers a puzzle with the number of its solutions, with its line end."""
        return f"{number if self.tag_reply is None else self.tag_reply(number)}\n"

    def read_answers(self, text: str, shape: Shape | None = None) -> list[Reply]:
        """Read all that a program wrote; never raises.

        One reply for each answer, refusal, or stretch of text that is neither; a program that gave one answer a puzzle
        has as many replies as it had puzzles.
        """
        return list(self.replies(NumberedLines.of_output(text), shape or self.shape or Shape()))
