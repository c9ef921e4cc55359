"""The dialect of POJ 3076: grids of 16x16 cells, in which letters stand for digits."""

from collections.abc import Iterator
from functools import cache, partial
from string import ascii_uppercase

from crosscover.reference import Grid, Shape

from .cells import INVALID
from .interface import Dialect, Entry, Reply
from .rows import answer_grids, expected_row
from .text import MalformedInputError, NumberedLines, has_digit

EMPTY = "-"


def letters(text: str, line: int, shape: Shape) -> bytes:
    """The values of a row of letters, `-` for an empty cell.

    Raises MalformedInputError at the first character that is no cell, is missing, or is one too many.
    """
    values = text.encode("latin-1", "replace").translate(_values(shape))
    wrong = values.find(INVALID)
    if 0 <= wrong < shape.side:
        expected = f"a letter from A to {ascii_uppercase[shape.side - 1]} or {EMPTY!r}"
        raise MalformedInputError(line, wrong + 1, expected, repr(text[wrong]))
    if len(text) < shape.side:
        raise MalformedInputError(line, len(text) + 1, f"{shape.side} characters", f"{len(text)}")
    if len(text) > shape.side:
        expected = f"the end of the line after {shape.side} characters"
        raise MalformedInputError(line, shape.side + 1, expected, repr(text[shape.side]))
    return values


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzles up to the end of the input. Blank lines may stand before, between and after them."""
    cells, first = b"", 0
    for line in source:
        if not line:
            if cells:
                raise MalformedInputError(source.number, 1, _expected(cells, shape), "an empty line")
            continue
        first = source.number if not cells else first
        cells += letters(line, source.number, shape)
        if len(cells) == shape.cells:
            yield Entry(Grid(cells, shape), first)
            cells = b""
    if cells or not first:
        raise source.missing(_expected(cells, shape))


def is_refusal(line: str, shape: Shape) -> bool:
    """Whether a line can be no row: it is shorter by more than two cells, or has other characters among its letters.

    A line with a digit is taken for a row that was meant otherwise.
    """
    cells = sum(value != INVALID for value in line.encode("latin-1", "replace").translate(_values(shape)))
    return not has_digit(line) and (len(line) < shape.side - 2 or 4 * cells < 3 * len(line))


def layout(grid: Grid, empty: str) -> list[str]:
    """The rows of a grid."""
    text = "".join(ascii_uppercase[digit - 1] if digit else empty for digit in grid.values)
    return [text[start : start + grid.shape.side] for start in range(0, len(text), grid.shape.side)]


def _expected(cells: bytes, shape: Shape) -> str:
    return expected_row(len(cells) // shape.side, shape)


def _read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    return answer_grids(
        source,
        shape,
        row=letters,
        skips=lambda line, _: not line,
        refuses=partial(is_refusal, shape=shape),
    )


@cache
def _values(shape: Shape) -> bytes:
    values = {ord(EMPTY): 0} | {ord(letter): digit for digit, letter in enumerate(ascii_uppercase[: shape.side], 1)}
    return bytes(values.get(code, INVALID) for code in range(256))


POJ3076 = Dialect(
    "poj3076",
    "16 lines of 16 letters A to P a puzzle, '-' for an empty cell, a blank line between two; so are the answers",
    read,
    _read_answers,
    layout,
    empty_characters=EMPTY,
    shape=Shape(4, 4),
    blank_between=True,
)
