"""The dialects in which a puzzle is a line of characters, and so is its answer."""

from collections.abc import Iterator
from functools import partial

from crosscover.reference import Grid, Shape

from .cells import characters, encode
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply
from .malformed import MalformedInputError
from .text import NumberedLines, has_digit

END = "end"
COMMENT = "#"
LABEL_SEPARATORS = " \t,;:|#"
"""The characters that part a puzzle from its label."""


def read(source: NumberedLines, shape: Shape, *, collection: bool) -> Iterator[Entry]:
    """Yield the puzzles, a line each; a line `end`, where it comes, is the last.

    A *collection* is the form that people share puzzles in: blank lines and comments may stand anywhere, and a label
    may follow a puzzle after a blank or one of `, ; : |`. Otherwise blank lines may only come last.
    """
    expected = f"a puzzle or {END!r}"
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
        if collection:
            yield _labelled(line, source.number, shape)
        else:
            yield Entry(Grid(characters(line, source.number, shape, shape.cells), shape), source.number)
    if not seen_puzzle:
        raise source.missing(expected)


def _labelled(line: str, number: int, shape: Shape) -> Entry:
    label = ""
    rest = line[shape.cells :]
    if rest and rest[0] in LABEL_SEPARATORS:
        label = rest.partition(COMMENT)[0].strip(LABEL_SEPARATORS)
        line = line[: shape.cells]
    return Entry(Grid(characters(line, number, shape, shape.cells, rest="the puzzle"), shape), number, label)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply a line; an empty line is one that holds no digits."""
    return (_reply(line, source.number, shape) if line else BLANK_LINE for line in source)


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


def layout(grid: Grid, empty: str) -> list[str]:
    """The line of a grid."""
    return [encode(grid, empty)]


POJ3074 = Dialect(
    "poj3074",
    "a line of 81 characters a puzzle, '.' for an empty cell, then a line 'end'; an answer is a line of digits",
    partial(read, collection=False),
    read_answers,
    layout,
    empty_characters=".",
    end=END,
    line_per_puzzle=True,
)
LINES = Dialect(
    "lines",
    "a line of 81 characters a puzzle, perhaps a label behind it, comments after '#'; an answer is a line of digits",
    partial(read, collection=True),
    read_answers,
    layout,
    empty_characters=".0",
    line_per_puzzle=True,
)
