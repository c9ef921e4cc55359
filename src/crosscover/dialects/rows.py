"""The dialects in which a puzzle is as many lines as it has rows, and so is its answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosscover.reference import Grid, Shape

from .cells import NO_SOLUTION, WORD, characters, empty_character, encode, integer, integers, join_lines
from .formatting import Formatting
from .interface import Answer, Entry, Refusal, Reply
from .malformed import MalformedInputError
from .text import NumberedLines, has_digit, output_lines, quote

RowReader = Callable[[str, int, Shape], bytes]
"""Gives the cells of a row, from its line and the number of that; raises MalformedInputError."""


def expected_row(row: int, shape: Shape) -> str:
    """What a reader of grids expects, in words; rows count from 0."""
    return f"row {row + 1} of {shape.side}"


def answer_grids(text: str, shape: Shape, read: RowReader, skips: Callable[[str], bool]) -> list[Reply]:
    """One reply a grid or refusal. `skips` tells the lines that are not rows and yet belong to a drawing.

    A line that is not a row makes the grid around it, or the next one, unreadable. It counts as a row where it begins
    as one, so that one bad row does not shift all the grids after it.
    """
    replies: list[Reply] = []
    cells = b""
    rows = 0
    first_error: MalformedInputError | None = None
    lines = output_lines(text)
    for number, line in enumerate(lines, 1):
        if skips(line):
            continue
        if not has_digit(line) and line and not rows and first_error is None:
            replies.append(Refusal(line.strip()))
            continue
        try:
            cells += read(line, number, shape)
            rows += 1
        except MalformedInputError as error:
            if first_error is None:
                first_error = _row_error(line, number, error, expected_row(rows, shape))
            rows += error.column > 1
        if rows == shape.side:
            replies.append(first_error or Answer(Grid(cells, shape)))
            cells, rows, first_error = b"", 0, None
    if first_error is not None:
        replies.append(first_error)
    elif rows:
        replies.append(MalformedInputError(len(lines) + 1, 1, expected_row(rows, shape), "the end of the output"))
    return replies


def _row_error(line: str, number: int, error: MalformedInputError, expected: str) -> MalformedInputError:
    if error.column > 1:
        return error.with_traceback(None)
    return MalformedInputError(number, 1, expected, quote(line) if line else "an empty line")


def row_of_characters(line: str, number: int, shape: Shape) -> bytes:
    """The cells of a row that is written without blanks."""
    return characters(line, number, shape, shape.side)


@dataclass(frozen=True, slots=True)
class RowDialect:
    """Grids of rows; where the dialect is *counted* the number of grids comes first. Blank lines may stand anywhere."""

    name: str
    summary: str
    counted: bool
    row: RowReader
    separator: str
    batch_limit: int | None = None
    empty_characters: str = "0"
    line_per_puzzle: bool = False
    end: str = ""
    answer_header: str = ""

    def read(self, lines: Iterable[str], shape: Shape = Shape()) -> Iterator[Entry]:
        """Yield as many grids as there have to be."""
        source = NumberedLines(lines)
        count = _count(source) if self.counted else 1
        for grid in range(1, count + 1):
            cells = b""
            first = 0
            for line in source:
                if line:
                    first = first or source.number
                    cells += self.row(line, source.number, shape)
                if len(cells) == shape.cells:
                    break
            else:
                which = f" of grid {grid} of {count}" if self.counted else ""
                raise source.missing(expected_row(len(cells) // shape.side, shape) + which)
            yield Entry(Grid(cells, shape), first)
        source.end("nothing after the grid" if count == 1 else f"nothing after {count} grids")

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """The count, where there is one, and the rows."""
        empty_character(formatting, self.empty_characters)
        if self.batch_limit is not None and len(puzzles) > self.batch_limit:
            raise ValueError(f"{self.name} holds {self.batch_limit} puzzle, not {len(puzzles)}")
        count = [str(len(puzzles))] if self.counted else []
        return join_lines([*count, *(line for puzzle in puzzles for line in self._rows(puzzle))], formatting)

    def write_puzzle(self, puzzle: Grid, formatting: Formatting = Formatting()) -> str:
        """The rows of a puzzle."""
        empty_character(formatting, self.empty_characters)
        return "".join(line + formatting.line_end.value for line in self._rows(puzzle))

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:  # noqa: ARG002 - rows show the answer alone
        """The rows of an answer; a refusal is a single line."""
        return "\n".join([NO_SOLUTION] if answer is None else self._rows(answer)) + "\n"

    def read_answers(self, text: str, shape: Shape = Shape()) -> list[Reply]:
        """One reply a grid."""
        return answer_grids(text, shape, self.row, lambda _: False)

    def _rows(self, grid: Grid) -> list[str]:
        side = grid.shape.side
        if self.separator and side > 9:
            return [self.separator.join(map(str, row)) for row in grid.rows]
        text = encode(grid, self.empty_characters[0])
        return [self.separator.join(text[start : start + side]) for start in range(0, len(text), side)]


def _count(source: NumberedLines) -> int:
    for line in source:
        words = list(WORD.finditer(line))
        if not words:
            continue
        count = integer(words[0][0])
        if count is None:
            raise MalformedInputError(source.number, words[0].start() + 1, "the number of grids", repr(words[0][0]))
        if len(words) > 1:
            after = "the end of the line after the number of grids"
            raise MalformedInputError(source.number, words[1].start() + 1, after, repr(words[1][0]))
        return count
    raise source.missing("the number of grids")


T_GRIDS = RowDialect(
    "t-grids",
    "the number of grids, then 9 lines of 9 integers for each, 0 for an empty cell; an answer is 9 such lines",
    counted=True,
    row=integers,
    separator=" ",
)
GRID = RowDialect(
    "grid",
    "one grid: 9 lines of 9 integers, 0 for an empty cell; the answer is 9 such lines",
    counted=False,
    row=integers,
    separator=" ",
    batch_limit=1,
)
POJ2676 = RowDialect(
    "poj2676",
    "the number of grids, then 9 lines of 9 digits for each, 0 for an empty cell; an answer is 9 such lines",
    counted=True,
    row=row_of_characters,
    separator="",
)
