"""The dialects in which a puzzle is as many lines as it has rows, and so is its answer."""

from collections.abc import Callable, Iterator
from functools import partial

from crosscover.reference import Grid, Shape

from .cells import WORD, characters, encode, integer, integers
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply, Spacing
from .text import MalformedInputError, NumberedLines, has_digit, quote

RowReader = Callable[[str, int, Shape], bytes]
"""Gives the cells of a row, from its line and the number of that; raises MalformedInputError."""


def expected_row(row: int, shape: Shape) -> str:
    """What a reader of grids expects, in words; rows count from 0."""
    return f"row {row + 1} of {shape.side}"


def _has_no_digit(line: str) -> bool:
    return not has_digit(line)


def answer_grids(
    source: NumberedLines,
    shape: Shape,
    *,
    row: RowReader,
    skips: Callable[[str, Shape], bool] | None = None,
    refuses: Callable[[str], bool] = _has_no_digit,
) -> Iterator[Reply]:
    """One reply a grid or refusal. `skips` tells the lines that are not rows and yet belong to a drawing.

    `refuses` tells the lines that are a refusal where a grid could begin.

    A line that is not a row makes the grid around it, or the next one, unreadable. It counts as a row where it begins
    as one, so that one bad row does not shift all the grids after it. A blank line is passed over within a grid.
    """
    cells, rows = b"", 0
    first_error: MalformedInputError | None = None
    for line in source:
        if (not line and (rows or first_error)) or (skips and skips(line, shape)):
            continue
        if not rows and first_error is None and (not line or refuses(line)):
            yield Refusal(line.strip()) if line else BLANK_LINE
            continue
        try:
            cells += row(line, source.number, shape)
            rows += 1
        except MalformedInputError as error:
            if error.column > 1:
                rows += 1
                first_error = first_error or error.with_traceback(None)
            elif first_error is None:
                first_error = MalformedInputError(source.number, 1, expected_row(rows, shape), quote(line))
        if rows == shape.side:
            yield first_error or Answer(Grid(cells, shape))
            cells, rows, first_error = b"", 0, None
    if first_error or rows:
        yield first_error or source.missing(expected_row(rows, shape), "the output")


def read(source: NumberedLines, shape: Shape, *, row: RowReader, counted: bool) -> Iterator[Entry]:
    """Yield as many grids as are *counted* before the first, else one. Blank lines may stand anywhere."""
    count = _count(source) if counted else 1
    for grid in range(1, count + 1):
        cells, first = b"", 0
        for line in filter(None, source):
            first = first or source.number
            cells += row(line, source.number, shape)
            if len(cells) == shape.cells:
                break
        else:
            which = f" of grid {grid} of {count}" if counted else ""
            raise source.missing(expected_row(len(cells) // shape.side, shape) + which)
        yield Entry(Grid(cells, shape), first)
    source.end("nothing after the grid" if count == 1 else f"nothing after {count} grids")


def _count(source: NumberedLines) -> int:
    for line in filter(None, source):
        first, *others = WORD.finditer(line)
        count = integer(first[0])
        if count is None:
            raise MalformedInputError(source.number, first.start() + 1, "the number of grids", repr(first[0]))
        if others:
            after = "the end of the line after the number of grids"
            raise MalformedInputError(source.number, others[0].start() + 1, after, repr(others[0][0]))
        return count
    raise source.missing("the number of grids")


def layout(grid: Grid, empty: str, *, separator: str) -> list[str]:
    """The rows of a grid; with a separator their cells may be numbers of two places."""
    side = grid.shape.side
    if separator and side > 9:
        return [separator.join(map(str, row)) for row in grid.rows]
    text = encode(grid, empty)
    return [separator.join(text[start : start + side]) for start in range(0, len(text), side)]


T_GRIDS = Dialect(
    "t-grids",
    "the number of grids, then 9 lines of 9 integers for each, 0 for an empty cell; an answer is 9 such lines",
    partial(read, row=integers, counted=True),
    partial(answer_grids, row=integers),
    partial(layout, separator=" "),
    empty_characters="0",
    header="{}",
    spacings=tuple(Spacing),
)
GRID = Dialect(
    "grid",
    "one grid: 9 lines of 9 integers, 0 for an empty cell; the answer is 9 such lines",
    partial(read, row=integers, counted=False),
    partial(answer_grids, row=integers),
    partial(layout, separator=" "),
    empty_characters="0",
    batch_limit=1,
    spacings=tuple(Spacing),
)
POJ2676 = Dialect(
    "poj2676",
    "the number of grids, then 9 lines of 9 digits for each, 0 for an empty cell; an answer is 9 such lines",
    partial(read, row=characters, counted=True),
    partial(answer_grids, row=characters),
    partial(layout, separator=""),
    empty_characters="0",
    header="{}",
)
