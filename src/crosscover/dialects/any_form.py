"""Answers in any form: the digits of their cells, with anything in between that is not a digit, letter or refusal.

One reader understands 81 digits on a line, separated or not, 9 rows, nested lists, and frames, regardless of the text
around them. All lines of a grid have the same number of cells, except for a shorter last line. With more than 9 digits,
cells are characters, or numbers that fill a whole row or grid.
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
"""Plain characters for box-drawing characters; horizontal strokes become '=', which is never an empty cell."""

_WITHOUT = {ord(character): None for character in BETWEEN} | dict.fromkeys(FRAMES)
_AROUND = {code: None for code in _WITHOUT if chr(code) not in EMPTY}
_NAME = re.compile(r"^\W*[A-Z0-9](?=\W)")
"""The label of a row: a letter or number."""
_PROMPT = re.compile(r"^.*[:>?=)]")


def only_grid(text: str, shape: Shape) -> Grid | None:
    """Return the grid if a text consists of one, with separators or a frame; None for other texts.

    0 and . are empty cells. With more than 9 digits, cells are numbers.
    """
    cells = _numbers(text, shape)
    return Grid(bytes(cells), shape) if cells and len(cells) == shape.cells else None


def _numbers(text: str, shape: Shape) -> list[int] | None:
    """Return the cells of a text without letters (numbers if there are more than 9 digits); None for other texts."""
    if text.translate(_WITHOUT).strip("0123456789."):
        return None
    words = re.findall("[0-9]+" if shape.side > 9 else "[0-9]", text.replace(".", "0"))
    return None if any(len(word) > 2 or int(word) > shape.side for word in words) else list(map(int, words))


def read_answers(source: NumberedLines, shape: Shape, *, in_letters: bool = False) -> Iterator[Reply]:
    """Yield a reply for each grid, each line of text without digits, and each line whose digits are not cells.

    Empty cells are the characters of `EMPTY`. Frame lines of more than one character, and blank lines within a grid,
    are skipped. With `in_letters`, digits are written as A, B, C and so on, and a blank line ends a grid.
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
    """Rewrite a row or grid of letters or numbers with one character per cell; return other lines unchanged."""
    sizes = (shape.side, shape.cells)
    if in_letters:
        bare = line.translate(_AROUND)
        is_row = len(bare) in sizes and not bare.strip(f"{ascii_uppercase[: shape.side]}{EMPTY}")
        return bare.translate(DIGITS_OF_LETTERS) if is_row else line
    cells = _numbers(line, shape)
    return "".join((EMPTY[0] + DIGITS)[cell] for cell in cells) if cells and len(cells) in sizes else line


def _row(line: str, shape: Shape, allowed: str) -> str | None:
    """Return the cells of a line, after any prompt; "" for a frame, None for other text.

    A row label counts as a cell, so the column labels cannot be a row of the same grid.
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
