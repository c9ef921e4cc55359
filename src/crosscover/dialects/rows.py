"""The dialects in which a puzzle is as many lines as it has rows, and so is its answer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosscover.reference import Grid, Shape

from .blocks import RowReader, answer_grids, row_expected
from .cells import NO_SOLUTION, WORD, characters, empty_of, framed, integer, integers, spelled
from .entry import Entry
from .formatting import Formatting
from .malformed import MalformedInputError
from .reply import Reply
from .text import NumberedLines


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
    empties: str = "0"
    by_line: bool = False
    end: str = ""
    answers_opening: str = ""

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
                raise source.missing(row_expected(len(cells) // shape.side, shape) + which)
            yield Entry(Grid(cells, shape), first)
        source.end("nothing after the grid" if count == 1 else f"nothing after {count} grids")

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """The count, where there is one, and the rows."""
        empty_of(formatting, self.empties)
        if self.batch_limit is not None and len(puzzles) > self.batch_limit:
            raise ValueError(f"{self.name} holds {self.batch_limit} puzzle, not {len(puzzles)}")
        count = [str(len(puzzles))] if self.counted else []
        return framed([*count, *(line for puzzle in puzzles for line in self._rows(puzzle))], formatting)

    def write_puzzle(self, puzzle: Grid, formatting: Formatting = Formatting()) -> str:
        """The rows of a puzzle."""
        empty_of(formatting, self.empties)
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
        text = spelled(grid, self.empties[0])
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
