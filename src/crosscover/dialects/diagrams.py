"""Grids row by row, as people paste them: in boxes, in code, in CSV, or plain, perhaps below a title.

+-------+-------+-------+      53 | 7 |         Grid 01          {5, 3, 0, 0, 7, 0, 0, 0, 0},     5,3,,,7,,,,
| 5 3   |   7   |       |      6  |195|         530070000        {6, 0, 0, 1, 9, 5, 0, 0, 0},     6,,,1,9,5,,,
"""

import re
from collections.abc import Iterator, Mapping

from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS, EMPTY, digit_of

from .any_form import FRAMES
from .cells import WORD, expected_cell, letter_digits
from .interface import Entry
from .numbered_lines import BLANKS, MalformedInputError, NumberedLines, quote
from .rows import read_grids

BLANK = " "
MAX_ROW = 1000
"""Maximum number of characters of a row that are read."""
PIECE = re.compile(r"(?:^|\|)([^|]*)")
CODE = re.compile(r"""(?:[^=]*=)?[\s\[{("']*(?P<cells>.*?)(?:["'\])}][\s"'\])},;]*)?""")
"""A row with the brackets, the quotes and the name that may surround its cells in code."""
SEPARATOR = re.compile("[,;\t]")
NO_CELLS = re.compile(r"[,;\s]+")
"""A row of a spreadsheet without cells, which may separate grids."""
NO_CELL = ("", "?", "None", "null", "nan", "NaN")
"""Empty cells among fields."""
BRACKETS = re.compile(r"\s*[\[\]{}()][\s\[\]{}(),;]*")
STARRED = re.compile(r"^[ \t]*\*(-[-+]*-)\*[ \t]*$")


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the grids, row by row; skips blank lines, frames, comments, lines of brackets, and titles between grids.

    Frames of `|`, `+`, `-` and `=` may surround boxes or single cells. An empty cell is a dot or another usual
    character, a blank if frames, commas or the other rows show which cell it is, or a word such as `None` in code.
    """
    rows: dict[int, str] = {}
    short: dict[int, MalformedInputError] = {}
    is_framed = False

    def row(line: str, number: int, shape: Shape) -> str:
        nonlocal is_framed
        is_framed |= "|" in line
        if NO_CELLS.fullmatch(line):
            raise MalformedInputError(number, 1, "a row, with '.' or 0 for empty cells", quote(line))
        try:
            text = _row(line, number, shape)
        except MalformedInputError as error:
            text = line.ljust(shape.side)
            if len(line) < 2 or len(text) > shape.side or re.search("[^1-9 ]", text):
                raise
            short[number] = error
        if short and (is_framed or not set(EMPTY).isdisjoint(text)):
            raise min(short.items())[1]
        rows[number] = text
        if len(rows) == shape.side:
            _refuse_doubtful(rows, short)
            rows.clear()
            short.clear()
        return text.replace(BLANK, EMPTY[0])

    def skips(line: str) -> bool:
        is_between = not rows and NO_CELLS.fullmatch(line)
        return bool(is_between) or is_frame(line, shape) or BRACKETS.fullmatch(line) is not None

    return read_grids(source, shape, row=row, skips=skips, titled=True)


def _refuse_doubtful(rows: Mapping[int, str], short: Mapping[int, MalformedInputError]) -> None:
    """Raise MalformedInputError for a row of dashes among other empty cells, and for a row that may lack cells.

    A row shorter than the grid ends with blank cells if a blank before a digit shows that blanks are empty cells.
    """
    others = set("".join(rows.values())) & set(EMPTY + BLANK) - {"-"}
    for number, cells in rows.items():
        if others and not cells.strip("-"):
            expected = "a frame with '+', or a row of the empty cells of its grid"
            raise MalformedInputError(number, 1, expected, repr("-" * len(cells)))
    if not any(BLANK in cells.strip() for cells in rows.values()):
        for error in short.values():
            raise error


def is_frame(line: str, shape: Shape) -> bool:
    """Return whether a line contains no cells: it is blank, or consists of horizontal strokes and perhaps crossings.

    A line of dashes, as many as a row has cells, without a crossing, is a row of empty cells. A frame may begin and end
    with an asterisk, as in Simple Sudoku.
    """
    line = STARRED.sub(r"+\1+", line).translate(FRAMES)
    if line.strip(f"+-=|{BLANKS}"):
        return False
    return not line.strip(BLANKS) or "+" in line or "=" in line or line.count("-") not in (0, shape.side, shape.cells)


def _row(line: str, number: int, shape: Shape) -> str:
    line = line[:MAX_ROW].translate(FRAMES)
    cells = _between_frames(line, number, shape) if "|" in line else _listed(line, shape)
    own = letter_digits("".join(character for _, character in cells), shape)
    for column, character in cells:
        if character != BLANK and (len(character) > 1 or digit_of(character, shape) is None) and character not in own:
            raise MalformedInputError(number, column, expected_cell(shape), repr(character))
    if len(cells) > shape.side:
        column, character = cells[shape.side]
        raise MalformedInputError(number, column, f"the end of the row after {shape.side} cells", repr(character))
    if len(cells) < shape.side:
        raise MalformedInputError(number, len(line) + 1, f"{shape.side} cells", f"{len(cells)}")
    return "".join(character for _, character in cells)


def _listed(line: str, shape: Shape) -> list[tuple[int, str]]:
    """Return the cells of a row without frames: fields after commas, or else its characters that are not blank."""
    is_tabular = "\t" in line and not re.search(r"[\[({,;]", line)
    begin, end = (0, len(line)) if is_tabular else CODE.fullmatch(line).span("cells")  # type: ignore[union-attr] # it matches every line
    fields, start = list[tuple[int, str]](), begin + 1
    has_brackets = bool(re.search(r"[\[({]", line[:begin]))
    for text in SEPARATOR.split(line[begin:end]):
        field = text.strip(f"{BLANKS}'\"")
        is_lost = has_brackets and not text.strip(BLANKS)
        fields.append((start + text.find(field), "nothing" if is_lost else field))
        start += len(text) + 1
    if is_tabular:
        fields += [(start, "")] * (shape.side - len(fields))  # blanks at the end of a line have been removed
    if len(fields) == shape.side + 1 and not fields[-1][1]:
        fields.pop()  # after a final comma
    if len(fields) == 1:
        words = [(found.start() + 1, found[0]) for found in WORD.finditer(line, begin, end)]
        if shape.side < 10 or len(words) != shape.side:
            return _non_blank(begin + 1, line[begin:end])
        fields = words
    return [(column, _cell(field, shape)) for column, field in fields]


def _cell(field: str, shape: Shape) -> str:
    """Return the character of a cell that is written as a character, a number, a word of code, or not at all."""
    if field in NO_CELL:
        return BLANK
    return DIGITS[int(field) - 1] if re.fullmatch("[1-9][0-9]", field) and int(field) <= shape.side else field


def _non_blank(column: int, text: str) -> list[tuple[int, str]]:
    return [(place, character) for place, character in enumerate(text, column) if character not in BLANKS]


def _between_frames(line: str, number: int, shape: Shape) -> list[tuple[int, str]]:
    """Return the cells of a row with vertical strokes between boxes, between cells, or only around the row."""
    pieces = _pieces(line, shape)
    if len(pieces) == 1:
        return _non_blank(*pieces[0])
    if len(pieces) == len(shape.stacks):
        return [cell for piece in _pad_outer_pieces(pieces, line) for cell in _box_row(*piece, number, shape)]
    if len(pieces) == shape.side:
        return [cell for column, text in pieces for cell in _non_blank(column, text) or [(column, BLANK)]]
    expected = f"a row of {len(shape.stacks)} boxes or {shape.side} cells between '|'"
    raise MalformedInputError(number, 1, expected, quote(line))


def _pieces(line: str, shape: Shape) -> list[tuple[int, str]]:
    """Return the texts between vertical strokes within the outer frame: one per box, one per cell, or only one."""
    pieces = [(found.start(1) + 1, found[1]) for found in PIECE.finditer(line)]
    pieces = [pieces[0], *(piece for piece in pieces[1:-1] if piece[1]), pieces[-1]]
    end = len(pieces) - (not pieces[-1][1])
    readings = [] if pieces[0][1].strip(BLANKS) else [pieces[1:end]]
    readings += [pieces[:end], pieces] if pieces[0][1] else []
    for inner in readings:
        if len(inner) in (len(shape.stacks), shape.side):
            return inner
        if len(inner) == 1 and len(_non_blank(*inner[0])) >= shape.side:
            return inner
    return pieces


def _pad_outer_pieces(pieces: list[tuple[int, str]], line: str) -> list[tuple[int, str]]:
    """Return the pieces of a line, adding the outer blanks that are missing if it has no outer frame."""
    width = max(len(text) for _, text in pieces)
    (column, first), *middle, (start, last) = pieces
    if column == 1 and len(first) == width - 1:
        column, first = 0, BLANK + first
    if start + len(last) > len(line):
        last = last.ljust(width)
    return [(column, first), *middle, (start, last)]


def _box_row(column: int, text: str, number: int, shape: Shape) -> list[tuple[int, str]]:
    """Return the cells of a box in this row: its characters if none is blank, else the characters at fixed places."""
    cells = shape.box_columns
    filled = _non_blank(column, text)
    if len(filled) == cells:
        return filled
    layouts = {cells: (0, 1), 2 * cells - 1: (0, 2), 2 * cells + 1: (1, 2), 3 * cells: (1, 3)}
    if len(text) not in layouts:
        raise MalformedInputError(number, max(column, 1), f"{cells} cells, or as many places for them", quote(text))
    start, step = layouts[len(text)]
    places = range(column + start, column + len(text), step)[:cells]
    for place, character in filled:
        if place not in places:
            raise MalformedInputError(number, place, "a blank between the places of cells", repr(character))
    return [(place, text[place - column]) for place in places]
