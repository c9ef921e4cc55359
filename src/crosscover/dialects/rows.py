"""The dialects in which a puzzle is as many lines as it has rows, and so is its answer."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from crosscover.reference import Grid, Shape

from .cells import characters, encode, integers, only_integer
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply, Spacing
from .text import MalformedInputError, NumberedLines, has_digit, quote

SECTION = "[Puzzle]"
"""The section of a file of SadMan that holds the puzzle."""

RowReader = Callable[[str, int, Shape], bytes]
"""The cells of a row, from its line and line number; raises MalformedInputError."""


def expected_row(row: int, shape: Shape) -> str:
    """The row that a reader of grids expects, in words; rows count from 0."""
    return f"row {row + 1} of {shape.side}"


def _has_no_digit(line: str, _shape: Shape) -> bool:
    return not has_digit(line)


def answer_grids(
    source: NumberedLines,
    shape: Shape,
    *,
    row: RowReader,
    skips: Callable[[str, Shape], bool] | None = None,
    refuses: Callable[[str, Shape], bool] = _has_no_digit,
) -> Iterator[Reply]:
    """One reply for each grid or refusal.

    `skips` is true for lines that belong to a drawing without being rows, `refuses` for lines that are a refusal if a
    grid could begin there. A line that is not a row makes the grid around it, or the next one, unreadable. It counts as
    a row if it begins as one, so that one bad row does not shift all the grids after it. Blank lines within a grid are
    skipped.
    """
    cells, rows = b"", 0
    first_error: MalformedInputError | None = None
    for line in source:
        if (not line and (rows or first_error)) or (skips and skips(line, shape)):
            continue
        if not rows and first_error is None and (not line or refuses(line, shape)):
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


def read_grids(
    source: NumberedLines, shape: Shape, *, row: RowReader, blank_within: bool = True, of_count: str = ""
) -> Iterator[Entry]:
    """Yield the grids up to the end of the input, which has at least one; blank lines are skipped.

    They are errors within a grid unless `blank_within`. `of_count` describes a grid in the error for a missing row.
    """
    cells, first = b"", 0
    for line in source:
        if line:
            first = first if cells else source.number
            cells += row(line, source.number, shape)
            if len(cells) == shape.cells:
                yield Entry(Grid(cells, shape), first)
                cells = b""
        elif cells and not blank_within:
            raise MalformedInputError(source.number, 1, expected_row(len(cells) // shape.side, shape), "an empty line")
    if cells or not first:
        raise source.missing(expected_row(len(cells) // shape.side, shape) + of_count)


def read(source: NumberedLines, shape: Shape, *, row: RowReader, counted: bool) -> Iterator[Entry]:
    """Yield as many grids as the first line says if they are *counted*, else one; blank lines are skipped."""
    count = 1
    if counted:
        name = "the number of grids"
        line = next((line for line in source if line), None)
        if line is None:
            raise source.missing(name)
        count = only_integer(line, source.number, name)
    for number in range(1, count + 1):
        yield next(read_grids(source, shape, row=row, of_count=f" of grid {number} of {count}" if counted else ""))
    source.end("nothing after the grid" if count == 1 else f"nothing after {count} grids")


def read_numbers(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the one puzzle of an input with a cell per line; raises MalformedInputError for anything else."""
    values: list[int] = []
    for line in filter(None, source):
        if not (line.isdecimal() and int(line) <= shape.side):
            raise MalformedInputError(source.number, 1, f"a number from 0 to {shape.side}", quote(line))
        values.append(int(line))
        if len(values) == shape.cells:
            break
    else:
        raise source.missing(f"{shape.cells} cells", "the input")
    yield Entry(Grid(bytes(values), shape), 1)
    source.end("nothing after the grid")


def read_sdk(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzles of a file of SadMan; comments may come anywhere, and other sections are skipped."""
    section = SECTION.lower()

    def is_other(line: str) -> bool:
        nonlocal section
        if line.startswith("["):
            section = line.lower()
        return line.startswith(("#", "[")) or section != SECTION.lower()

    return read_grids(source.without(is_other), shape, row=characters)


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
GRID = replace(
    T_GRIDS,
    name="grid",
    summary="one grid: 9 lines of 9 integers, 0 for an empty cell; the answer is 9 such lines",
    entries=partial(read, row=integers, counted=False),
    header="",
    batch_limit=1,
)


def _numbers(grid: Grid, _empty: str) -> list[str]:
    return list(map(str, grid.values))


NUMBERS = replace(
    GRID,
    name="numbers",
    summary="one grid: 81 lines of one integer, 0 for an empty cell; the answer is 9 lines of 9 integers",
    layout=partial(layout, separator=" "),
    puzzle_layout=_numbers,
    entries=read_numbers,
    spacings=(Spacing.SINGLE,),
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
ROWS = replace(
    POJ2676,
    name="rows",
    summary="one grid: 9 lines of 9 characters, '.' for an empty cell; the answer is 9 lines of 9 digits",
    entries=partial(read, row=characters, counted=False),
    empty_characters=".",
    header="",
    batch_limit=1,
)
ARGS = replace(
    ROWS,
    name="args",
    summary="one puzzle, nine strings of nine characters that are the arguments of the program; the answer is 9 lines",
    as_arguments=True,
)
SDK = replace(
    ROWS,
    name="sdk",
    summary="SadMan's files: 9 lines of 9 characters, '.' for an empty cell, headers after '#'; the answer is 9 lines",
    entries=read_sdk,
    header=SECTION,
    batch_limit=None,
)
