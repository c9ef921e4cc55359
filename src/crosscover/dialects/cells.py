"""Reads and writes the characters and integers of cells.

Whole lines go through one `translate`: a loop over characters would cost more than solving the puzzle.
"""

import re
from functools import cache
from math import isqrt
from string import ascii_uppercase

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY, INVALID, byte_values, plain_reader
from crosscover.reference.shape import MAX_SIDE

from .numbered_lines import MalformedInputError

EMPTY_LETTER = "-"
"""Empty cell of a grid in letters."""

DIGITS_OF_LETTERS = str.maketrans(ascii_uppercase, DIGITS[: len(ascii_uppercase)])

WORD = re.compile(r"[^ \t]+")


def characters(text: str, line: int, shape: Shape, count: int = 0, *, column: int = 1, rest: str = "the line") -> str:
    """Return a text of `count` cells (0: a row), one character each, that begins at a column.

    `rest` names the text that should end after the cells. Raises MalformedInputError at the first character that is not
    a cell, is missing, or is superfluous.
    """
    count = count or shape.side
    values = text.encode("latin-1", "replace").translate(byte_values(shape))
    if len(values) == count and INVALID not in values:
        return text
    wrong = values.find(INVALID)
    if 0 <= wrong < count:
        raise MalformedInputError(line, column + wrong, expected_cell(shape), repr(text[wrong]))
    if len(text) < count:
        raise MalformedInputError(line, column + len(text), f"{count} characters", f"{len(text)}")
    raise MalformedInputError(line, column + count, f"the end of {rest} after {count} characters", repr(text[count]))


def letters(text: str, line: int, shape: Shape) -> str:
    """Return the digits of a row of letters, A for 1; raises as `characters` does."""
    known = ascii_uppercase[: shape.side] + EMPTY_LETTER
    for column, letter in enumerate(text, 1):
        if column <= shape.side and letter not in known:
            expected = f"a letter from A to {known[-2]} or {EMPTY_LETTER!r}"
            raise MalformedInputError(line, column, expected, repr(letter))
    return characters(text[: shape.side].translate(DIGITS_OF_LETTERS) + text[shape.side :], line, shape)


def read_grid(
    text: str, line: int, shape: Shape, *, column: int = 1, rest: str = "the line", full: bool = False
) -> Grid:
    """Read a text that consists of a grid, without empty cells if `full`.

    Raises MalformedInputError as `characters` does; it says if the text is a grid of another size.
    """
    side = isqrt(len(text))
    if side != shape.side and 4 <= side <= MAX_SIDE and plain_grid(text, Shape(1, side)):
        place = column + min(len(text), shape.cells)
        raise MalformedInputError(line, place, f"{shape.cells} characters", f"{len(text)}, a {side}x{side} grid")
    found = Grid(characters(text, line, shape, shape.cells, column=column, rest=rest), shape)
    if full and not found.is_full:
        place = found.values.index(0)
        found_cell = f"{text[place]!r}, an empty cell"
        raise MalformedInputError(line, column + place, f"a digit from 1 to {DIGITS[shape.side - 1]}", found_cell)
    return found


def plain_grid(text: str, shape: Shape) -> Grid | None:
    """Read a text that consists of a grid, at a third of the cost of `read_grid`; return None for other texts."""
    read = plain_reader(shape)
    grid = read(text)
    if grid is None and (digits := letter_digits(text, shape)):
        return read(text.translate(str.maketrans(digits, DIGITS[: shape.side])))
    return grid


def letter_digits(text: str, shape: Shape) -> str:
    """Return the letters from A if a text of cells writes digits as letters, as its last letters show, else nothing."""
    if not 9 < shape.side <= len(ascii_uppercase):
        return ""
    others = ascii_uppercase[shape.side - 9 : shape.side].replace("X", "")
    is_lettered = re.search(f"[{others}]", text) and not re.search("[1-9]", text)
    return ascii_uppercase[: shape.side] if is_lettered else ""


def integers(text: str, line: int, shape: Shape, count: int = 0) -> str:
    """Return the digits of `count` cells (0: a row) that are written as integers separated by blanks.

    Raises MalformedInputError at the first word that is not such an integer, is missing, or is superfluous.
    """
    side = shape.side
    digits = text[::2]
    if (
        not count
        and side <= 9
        and len(text) == 2 * side - 1
        and text[1::2].isspace()
        and digits.isascii()
        and digits.isdigit()
        and INVALID not in digits.encode().translate(byte_values(shape))
    ):
        return digits
    count = count or side
    numbers = _integers(text, line, count, side, one=f"an integer from 0 to {side}", every=f"{count} integers")
    return "".join(f"0{DIGITS}"[number] for number in numbers)


def only_integer(text: str, line: int, name: str) -> int:
    """Read a line that consists of an integer from 0; raises MalformedInputError, which calls it `name`."""
    return _integers(text, line, 1, 10**18, one=name, every=name)[0]


def _integers(text: str, line: int, count: int, largest: int, *, one: str, every: str) -> list[int]:
    """Return the integers of a line; `one` and `every` describe one integer and all integers in errors."""
    numbers: list[int] = []
    for word in WORD.finditer(text):
        if len(numbers) == count:
            raise MalformedInputError(line, word.start() + 1, f"the end of the line after {every}", repr(word[0]))
        is_number = word[0].isascii() and word[0].isdigit() and len(word[0]) <= 18
        if not is_number or int(word[0]) > largest:
            raise MalformedInputError(line, word.start() + 1, one, repr(word[0]))
        numbers.append(int(word[0]))
    if len(numbers) < count:
        raise MalformedInputError(line, len(text) + 1, every, f"{len(numbers)}")
    return numbers


def encode(grid: Grid, empty: str = EMPTY[0]) -> str:
    """Return the cells of a grid, one character each; `empty` is the character of an empty cell."""
    return grid.values.translate(cell_characters(empty)).decode("ascii")


def expected_cell(shape: Shape) -> str:
    """Describe the characters of a cell."""
    return f"a digit from 1 to {DIGITS[shape.side - 1]} or {EMPTY[0]!r}"


@cache
def cell_characters(empty: str = EMPTY[0]) -> bytes:
    """Return the character of each number in a cell, as a table for `bytes.translate`."""
    return (empty + DIGITS).encode("ascii").ljust(256, b"?")
