"""Answers in any form: the digits of their cells, with anything between them that is no digit, letter or refusal.

One reader understands 81 digits on a line, separated or not, 9 rows, lists within lists, and frames, regardless of the
text around them. The lines of a grid have equally many cells, except for a shorter last one. With more than 9 digits,
cells are characters, or the numbers of a whole row or grid.
"""

import re
from collections.abc import Iterator
from string import ascii_uppercase

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY

from .cells import DIGITS_OF_LETTERS
from .interface import BLANK_LINE, Answer, Refusal, Reply
from .numbered_lines import BLANKS, MalformedInputError, NumberedLines, has_digit, quote

BETWEEN = f"{BLANKS},;:|/'\"[](){{}}+-=_"
"""Characters that may separate or enclose cells."""

HORIZONTAL = "─━═╌╍┄┅┈╴╸"
VERTICAL = "│┃║╎╏┆┇┊┋╵╹"
FRAMES = {
    code: "=" if chr(code) in HORIZONTAL else "|" if chr(code) in VERTICAL else "+" for code in range(0x2500, 0x2580)
}
"""Plain characters for those that draw boxes; horizontal strokes become one that is never an empty cell."""

_WITHOUT = {ord(character): None for character in BETWEEN} | dict.fromkeys(FRAMES)
_AROUND = {code: None for code in _WITHOUT if chr(code) not in EMPTY}
_NAME = re.compile(r"^\W*[A-Z0-9](?=\W)")
"""The letter or number of a row."""
_PROMPT = re.compile(r"^.*[:>?=)]")


def only_grid(text: str, shape: Shape) -> Grid | None:
    """The grid that is all of a text, with separators or a frame; None for another text.

    0 and . are empty cells. With more than 9 digits, cells are numbers.
    """
    cells = _numbers(text, shape)
    return Grid(bytes(cells), shape) if cells and len(cells) == shape.cells else None


def _numbers(text: str, shape: Shape) -> list[int] | None:
    """The cells of a text without letters, numbers if there are more than 9 digits; None for another text."""
    if text.translate(_WITHOUT).strip("0123456789."):
        return None
    words = re.findall("[0-9]+" if shape.side > 9 else "[0-9]", text.replace(".", "0"))
    return None if any(len(word) > 2 or int(word) > shape.side for word in words) else list(map(int, words))


def read_answers(source: NumberedLines, shape: Shape, *, in_letters: bool = False) -> Iterator[Reply]:
    """One reply for each grid, each line of text without digits, and each line with digits that are no cells.

    Empty cells are those of `EMPTY`. Lines of frames, of more than one character, and blank ones within a grid are
    skipped. With `in_letters` the digits are written as A, B, C and so on, and a blank line ends a grid.
    """
    allowed = f"{DIGITS[: shape.side]}{EMPTY}"
    edge = r"[\w.*-]"
    whole = re.compile(f"(?<!{edge})[{re.escape(allowed)}]{{{shape.cells}}}(?!{edge})")
    cells, width, first = "", 0, MalformedInputError(0, 0, "", "")
    for line in source:
        if in_letters or shape.side > 9:
            line = _in_characters(line, shape, in_letters=in_letters)  # noqa: PLW2901 - the same line
        grids = [text for text in whole.findall(line) if text.strip("-_*xX")]
        row = "" if grids else _row(line, shape, allowed)
        is_end = grids or row is None or (in_letters and not line)
        if cells and (is_end or (row and len(row) != width and len(cells + row) != shape.cells)):
            yield first
            cells = ""
        yield from (Answer(Grid.parse(text, shape)) for text in grids)
        if row is None and has_digit(line):
            yield MalformedInputError(source.number, 1, f"{shape.cells} cells", quote(line))
        elif row is None or not (len(line.strip()) > 1 or row or cells):
            yield Refusal(line.strip()) if line else BLANK_LINE
        elif row:
            if not cells:
                first = MalformedInputError(source.number, 1, f"{shape.cells} cells", quote(line))
            width = len(row)
            cells += row[-shape.side :] if width == shape.side + 1 else row
            if len(cells) >= shape.cells:
                yield Answer(Grid.parse(cells, shape)) if len(cells) == shape.cells else first
                cells = ""
    if cells:
        yield first


def _in_characters(line: str, shape: Shape, *, in_letters: bool) -> str:
    """A row or grid of letters or of numbers with one character per cell; other lines unchanged."""
    sizes = (shape.side, shape.cells)
    if in_letters:
        bare = line.translate(_AROUND)
        is_row = len(bare) in sizes and not bare.strip(f"{ascii_uppercase[: shape.side]}{EMPTY}")
        return bare.translate(DIGITS_OF_LETTERS) if is_row else line
    cells = _numbers(line, shape)
    return "".join((EMPTY[0] + DIGITS)[cell] for cell in cells) if cells and len(cells) in sizes else line


def _row(line: str, shape: Shape, allowed: str) -> str | None:
    """The cells of a line, after any prompt; "" for a frame, None for other text.

    The name of a row counts as a cell, so that the names of columns are no row of the same grid.
    """
    sizes = (shape.side, shape.cells)
    for name, before in (("", None), ("0", _NAME), ("", _PROMPT)):
        text = before.sub("", line) if before else line
        bare = text.translate(_AROUND)
        if len(bare) == 2 * shape.side and set(bare[1::2]) == {"."}:
            bare = bare[::2]  # numbers such as "5."
        has_name = text is line and len(bare) == shape.side + 1 and _NAME.match(line)
        if len(bare) not in sizes and not has_name:
            bare = bare.replace("-", "").replace("_", "")
        is_row = len(bare) in sizes or (text is line and not has_name)
        if is_row and not bare.strip(allowed) and not ("0." in bare and len(bare) == shape.side):  # a number
            return name + bare if bare.strip("-_*") or " " in text.strip() else ""
    return None
