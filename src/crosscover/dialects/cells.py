"""Reads and writes the characters and the integers that cells are written as.

Whole lines go through one `translate`: a loop over characters would cost more than solving the puzzle.
"""

import re
from functools import cache

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY, digit_of

from .text import MalformedInputError

INVALID = 255
"""What a character that is no cell translates to."""

WORD = re.compile(r"[^ \t]+")


def characters(text: str, line: int, shape: Shape, count: int = 0, *, column: int = 1, rest: str = "the line") -> bytes:
    """The values of so many cells (0: a row), one character each, that begin at a column and are all of the text.

    `rest` names what ought to end with them. Raises MalformedInputError at the first character that is no cell, is
    missing, or is one too many.
    """
    count = count or shape.side
    values = text.encode("latin-1", "replace").translate(_values(shape))
    if len(values) == count and INVALID not in values:
        return values
    wrong = values.find(INVALID)
    if 0 <= wrong < count:
        raise MalformedInputError(line, column + wrong, expected_cell(shape), repr(text[wrong]))
    if len(text) < count:
        raise MalformedInputError(line, column + len(text), f"{count} characters", f"{len(text)}")
    raise MalformedInputError(line, column + count, f"the end of {rest} after {count} characters", repr(text[count]))


def grid(text: str, line: int, shape: Shape, *, column: int = 1, rest: str = "the line") -> Grid:
    """The grid that is all of a text; otherwise as `characters`."""
    return Grid(characters(text, line, shape, shape.cells, column=column, rest=rest), shape)


def full_grid(text: str, line: int, shape: Shape, *, column: int = 1, rest: str = "the line") -> Grid:
    """The grid without empty cells that is all of a text; otherwise as `characters`."""
    found = grid(text, line, shape, column=column, rest=rest)
    if not found.is_full:
        place = column + found.values.index(0)
        raise MalformedInputError(line, place, f"a digit from 1 to {shape.side}", "an empty cell")
    return found


def plain_grid(text: str, shape: Shape) -> Grid | None:
    """The grid that is all of a text, at half the cost of `grid`; None where there is something else to it."""
    try:
        return Grid(text.encode("latin-1", "replace").translate(_values(shape)), shape)
    except ValueError:
        return None


def integers(text: str, line: int, shape: Shape) -> bytes:
    """The values of a row of cells that are written as integers with blanks between them.

    Raises MalformedInputError at the first word that is no such integer, is missing, or is one too many.
    """
    side = shape.side
    digits = text[::2]
    if side <= 9 and len(text) == 2 * side - 1 and text[1::2].isspace() and digits.isascii() and digits.isdigit():
        values = digits.encode().translate(_values(shape))
        if INVALID not in values:
            return values
    numbers = bytearray()
    for word in WORD.finditer(text):
        value = integer(word[0])
        if len(numbers) == side or value is None or value > side:
            expected = f"an integer from 0 to {side}"
            if len(numbers) == side:
                expected = f"the end of the line after {side} integers"
            raise MalformedInputError(line, word.start() + 1, expected, repr(word[0]))
        numbers.append(value)
    if len(numbers) < side:
        raise MalformedInputError(line, len(text) + 1, f"{side} integers", f"{len(numbers)}")
    return bytes(numbers)


def integer(word: str) -> int | None:
    """The value of a word of decimal digits; None where it is not one, or has more than 18 digits."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 18 else None


def encode(grid: Grid, empty: str = EMPTY[0]) -> str:
    """The cells of a grid, one character each, with the given one for an empty cell."""
    return grid.values.translate(_characters(empty)).decode("ascii")


def expected_cell(shape: Shape) -> str:
    """What a reader of cells expects, in words."""
    return f"a digit from 1 to {DIGITS[shape.side - 1]} or {EMPTY[0]!r}"


@cache
def _values(shape: Shape) -> bytes:
    values = (digit_of(chr(code), shape) if code < 128 else None for code in range(256))
    return bytes(INVALID if value is None else value for value in values)


@cache
def _characters(empty: str) -> bytes:
    return (empty + DIGITS).encode("ascii").ljust(256, b"?")
