"""The dialects in which a puzzle is a line of characters, and so is its answer."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS

from .any_form import only_grid
from .cells import encode, grid, plain_grid
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply
from .text import MalformedInputError, NumberedLines, has_digit

END = "end"
COMMENT = "#"
LABEL_SEPARATORS = " \t,;:|#"
"""The characters between a puzzle and its label."""


def read(source: NumberedLines, shape: Shape, *, collection: bool) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, a line each, up to a line `end` if there is one, and the errors of lines that are no puzzles.

    A *collection* is the form in which people share puzzles: blank lines and comments may come anywhere, and a label
    may follow a puzzle after a blank or one of `, ; : |`. Otherwise blank lines may come only at the end.
    """
    expected = f"a puzzle or {END!r}"
    whole = "the puzzle" if collection else "the line"
    cells = shape.cells
    seen_puzzle = False
    blank = 0
    for line in source:
        if not line:
            blank = blank or source.number
            continue
        if blank and not collection:
            raise MalformedInputError(blank, 1, expected, "an empty line")
        if collection and line[0] in LABEL_SEPARATORS and line.lstrip().startswith(COMMENT):
            continue
        seen_puzzle = True
        if line == END:
            source.end(f"nothing after {END!r}")
            return
        label = ""
        if collection and len(line) > cells and line[cells] in LABEL_SEPARATORS:
            label = line[cells:].partition(COMMENT)[0].strip(LABEL_SEPARATORS)
            line = line[:cells]  # noqa: PLW2901 - the rest is the label
        try:
            puzzle = plain_grid(line, shape) or grid(line, source.number, shape, rest=whole)
        except MalformedInputError as error:
            yield error.with_traceback(None)
            continue
        yield Entry(puzzle, source.number, label)
    if not seen_puzzle:
        raise source.missing(expected)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply for each line; a blank line counts as one without digits.

    A full grid may have separators between its digits, or other text around it that cannot be mistaken for cells.
    """
    for line in source:
        if not has_digit(line):
            yield Refusal(line.strip()) if line else BLANK_LINE
            continue
        try:
            yield Answer(grid(line, source.number, shape))
        except MalformedInputError as error:
            solution = _only_full_grid(line, shape)
            if solution is not None:
                yield Answer(solution)
                continue
            answers, rest = divmod(len(line), shape.cells)
            if answers > 1 and not rest and error.column == shape.cells + 1:
                found = f"{answers} answers on one line"
                error = MalformedInputError(source.number, error.column, "the end of the line", found)
            yield error.with_traceback(None)


def _only_full_grid(line: str, shape: Shape) -> Grid | None:
    """The full grid in a line with other text; None if the line has none, or other grids as well."""
    only = only_grid(line, shape)
    if only is not None:
        return only if only.is_full else None
    digits = DIGITS[: shape.side]
    found = re.findall(rf"(?<![\w.])[{digits}0.]{{{shape.cells}}}(?![\w.])", line)
    return Grid.parse(found[0], shape) if len(found) == 1 and set(found[0]) <= set(digits) else None


def layout(puzzle: Grid, empty: str) -> list[str]:
    """The line of a puzzle or an answer."""
    return [encode(puzzle, empty)]


POJ3074 = Dialect(
    "poj3074",
    "a line of 81 characters per puzzle, '.' for an empty cell, then a line 'end'; an answer is a line of digits",
    partial(read, collection=False),
    read_answers,
    layout,
    empty_characters=".",
    end=END,
    line_per_puzzle=True,
)
LINES = Dialect(
    "lines",
    "a line of 81 characters per puzzle, perhaps a label at the end, comments after '#'; an answer is a line of digits",
    partial(read, collection=True),
    read_answers,
    layout,
    empty_characters=".0",
    line_per_puzzle=True,
)
LINE = replace(
    LINES,
    name="line",
    summary="one puzzle, a line of 81 characters, '.' for an empty cell; the answer is a line of digits",
    empty_characters=".",
    line_per_puzzle=False,
    batch_limit=1,
)
ARG = replace(
    LINE,
    name="arg",
    summary="one puzzle, a string of 81 characters that is the argument of the program; the answer is a line of digits",
    as_arguments=True,
)
