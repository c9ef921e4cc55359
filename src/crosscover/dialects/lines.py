"""The dialects in which a puzzle is a line of characters, and so is its answer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosscover.reference import Grid, Shape

from .cells import characters, empty_character, encode, encode_answer, join_lines
from .formatting import Formatting
from .interface import Answer, Entry, Refusal, Reply
from .malformed import MalformedInputError
from .text import NumberedLines, has_digit, output_lines

END = "end"
COMMENT = "#"
LABEL_SEPARATORS = " \t,;:|#"
"""The characters that part a puzzle from its label."""


@dataclass(frozen=True, slots=True)
class LineDialect:
    """A line a puzzle; a line `end`, where it comes, is the last.

    A *collection* is the form that people share puzzles in: blank lines and comments may stand anywhere, and a label
    may follow a puzzle after a blank or one of `, ; : |`. What is written for a judge is read alike as a collection.
    """

    name: str
    summary: str
    empty_characters: str
    end: str
    collection: bool
    batch_limit: int | None = None
    line_per_puzzle: bool = True
    answer_header: str = ""

    def read(self, lines: Iterable[str], shape: Shape = Shape()) -> Iterator[Entry]:
        """Yield the puzzles; outside of collections blank lines may only come last."""
        source = NumberedLines(lines)
        expected = f"a puzzle or {END!r}"
        seen_puzzle = False
        blank = 0
        for line in source:
            if not line:
                blank = blank or source.number
                continue
            if blank and not self.collection:
                raise MalformedInputError(blank, 1, expected, "an empty line")
            if self.collection and line[0] in LABEL_SEPARATORS and line.lstrip().startswith(COMMENT):
                continue
            seen_puzzle = True
            if line == END:
                source.end(f"nothing after {END!r}")
                return
            yield self._entry(line, source.number, shape)
        if not seen_puzzle:
            raise source.missing(expected)

    def _entry(self, line: str, number: int, shape: Shape) -> Entry:
        cells = shape.cells
        if len(line) == cells or not self.collection:
            return Entry(Grid(characters(line, number, shape, cells), shape), number)
        label = ""
        if len(line) > cells and line[cells] in LABEL_SEPARATORS:
            label = line[cells:].partition(COMMENT)[0].strip(LABEL_SEPARATORS)
            line = line[:cells]
        return Entry(Grid(characters(line, number, shape, cells, rest="the puzzle"), shape), number, label)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """A line a puzzle, then `end` where the dialect wants it."""
        empty = empty_character(formatting, self.empty_characters)
        return join_lines([*(encode(puzzle, empty) for puzzle in puzzles), *filter(None, [self.end])], formatting)

    def write_puzzle(self, puzzle: Grid, formatting: Formatting = Formatting()) -> str:
        """The line of a puzzle."""
        return encode(puzzle, empty_character(formatting, self.empty_characters)) + formatting.line_end.value

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:  # noqa: ARG002 - a line shows the answer alone
        """The line of an answer."""
        return encode_answer(answer)

    def read_answers(self, text: str, shape: Shape = Shape()) -> list[Reply]:
        """One reply a line; an empty line is one that holds no digits."""
        return [_reply(line, number, shape) for number, line in enumerate(output_lines(text), 1)]


def _reply(line: str, number: int, shape: Shape) -> Reply:
    if not has_digit(line):
        return Refusal(line.strip())
    try:
        return Answer(Grid(characters(line, number, shape, shape.cells), shape))
    except MalformedInputError as error:
        answers, rest = divmod(len(line), shape.cells)
        if answers > 1 and not rest and error.column == shape.cells + 1:
            return MalformedInputError(number, error.column, "the end of the line", f"{answers} answers on one line")
        return error.with_traceback(None)


POJ3074 = LineDialect(
    "poj3074",
    "a line of 81 characters a puzzle, '.' for an empty cell, then a line 'end'; an answer is a line of digits",
    empty_characters=".",
    end=END,
    collection=False,
)
LINES = LineDialect(
    "lines",
    "a line of 81 characters a puzzle, perhaps a label behind it, comments after '#'; an answer is a line of digits",
    empty_characters=".0",
    end="",
    collection=True,
)
