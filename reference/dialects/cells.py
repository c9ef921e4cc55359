"""Reads and writes the characters and the integers that cells are written as.

Whole lines go through one `translate`: a loop over characters would cost more than solving the puzzle.
"""

from functools import cache

from crosscover.reference.grid import DIGITS, EMPTY, Grid, digit_of
from crosscover.reference.shape import Shape

from .form import Form
from .malformed import MalformedInput

NOTHING = 255
"""What a character that is no cell translates to."""


def characters(text: str, line: int, shape: Shape, length: int, column: int = 1) -> bytes:
    """The values of so many cells, one character each, that begin at a column and end with the text.

    Raises MalformedInput at the first character that is no cell, is missing, or is one too many.
    """
    values = text.encode("latin-1", "replace").translate(_values(shape))
    if len(values) == length and NOTHING not in values:
        return values
    wrong = values.find(NOTHING)
    if 0 <= wrong < length:
        raise MalformedInput(line, column + wrong, cell_expected(shape), repr(text[wrong]))
    if len(text) < length:
        raise MalformedInput(line, column + len(text), f"{length} characters", f"{len(text)}")
    raise MalformedInput(line, column + length, f"the end of the line after {length} characters", repr(text[length]))


def spelled(grid: Grid, empty: str) -> str:
    """The cells of a grid, one character each, with the given one for an empty cell."""
    return grid.values.translate(_characters(empty)).decode("ascii")


def framed(lines: list[str], form: Form) -> str:
    """A text of lines, with the line ends that the form asks for."""
    end = form.line_end.value
    return end.join(lines) + (end if form.final_newline and lines else "")


def empty_of(form: Form, empties: str) -> str:
    """The character for an empty cell; ValueError where the dialect has no such."""
    if form.empty is None:
        return empties[0]
    if len(form.empty) != 1 or form.empty not in empties:
        raise ValueError(f"an empty cell is written as one of {' '.join(empties)} here, not as {form.empty!r}")
    return form.empty


def cell_expected(shape: Shape) -> str:
    """What a reader of cells expects, in words."""
    return f"a digit from 1 to {DIGITS[shape.side - 1]} or {EMPTY[0]!r}"


def holds_digit(text: str) -> bool:
    """Whether a text has any of the digits 0 to 9; a line of output without is a refusal."""
    return any(digit in text for digit in "0123456789")


@cache
def _values(shape: Shape) -> bytes:
    values = (digit_of(chr(code), shape) if code < 128 else None for code in range(256))
    return bytes(NOTHING if value is None else value for value in values)


@cache
def _characters(empty: str) -> bytes:
    return (empty + DIGITS).encode("ascii").ljust(256, b"?")
