"""Answers in any form: the digits of their cells, with anything in between that is not a digit, letter or refusal.

One reader understands 81 digits on a line, separated or not, 9 rows, nested lists, and frames, regardless of the text
around them. All lines of a grid have the same number of cells, except for a shorter last line. With more than 9 digits,
cells are characters, or numbers that fill a whole row or grid.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from types import MappingProxyType

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.responses import Answered, Declined, Failed, Fault, Response

from .cells import DIGITS_OF_LETTERS
from .interface import unread
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
_OPEN = dict.fromkeys(map(ord, "?·•□"), EMPTY[0])
"""Symbols that may stand for empty cells in rows without digits, too."""


NO_WORDS: Mapping[str, Response] = MappingProxyType({})
"""The words of a dialect in which any line without digits is a refusal."""


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


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a grid, or beside one: its cells ("" for a frame or a blank line), and the line before it was read."""

    cells: str
    text: str
    printed: str
    number: int

    @property
    def layout(self) -> str:
        """The printed line, with a blank for each digit, comma and square bracket."""
        return re.sub(r"[][,1-9]", " ", self.printed)

    def has_label(self, shape: Shape) -> bool:
        """Whether the first cell is the label of a row."""
        return len(self.cells) == shape.side + 1


def read_answers(
    source: NumberedLines, shape: Shape, *, in_letters: bool = False, words: Mapping[str, Response] = NO_WORDS
) -> Iterator[Response]:
    """Yield a response for each grid, each line of text without digits, and each line whose digits are not cells.

    Empty cells are the characters of `EMPTY`, another symbol that is the same in the whole row, or blanks beside rows
    that show which cells they are. Frame lines of more than one character, and blank lines within a grid, are skipped.
    With `in_letters`, digits are written as A, B, C and so on, and a blank line ends a grid. Without `words`, a line
    without digits is a refusal.
    """
    allowed = f"{DIGITS[: shape.side]}{EMPTY}"
    edge = r"[\w.*-]"
    whole = re.compile(f"(?<!{edge})[{re.escape(allowed)}]{{{shape.cells}}}(?!{edge})")
    block: list[_Line] = []
    for line in source:
        if in_letters or shape.side > 9:
            line = _in_characters(line, shape, in_letters=in_letters)  # noqa: PLW2901 - the same line
        grids = [text for text in whole.findall(line.translate(_OPEN)) if text.strip("-_*xX")]
        row = "" if grids else _row(line, shape, allowed)
        if grids or row is None or (in_letters and not line):
            yield from _read_block(block, shape, words)
            block.clear()
        yield from (Answered(Grid.parse(text, shape)) for text in grids)
        if row is None:
            yield from _other(line, source.number, shape, words)
        elif not grids:
            block.append(_Line(row, line, source.unstripped, source.number))
    yield from _read_block(block, shape, words)


def _malformed(line: str, number: int, shape: Shape) -> Response:
    return unread(MalformedInputError(number, 1, f"{shape.cells} cells", quote(line)))


def _other(line: str, number: int, shape: Shape, words: Mapping[str, Response]) -> Iterator[Response]:
    text = line.strip()
    if has_digit(text):
        yield _malformed(line, number, shape)
    elif not words:
        yield Declined(text)
    elif text in words:
        yield words[text]
    elif text:
        expected = " or ".join(["an answer", *map(repr, words)])
        yield Failed(Fault.MALFORMED, f"line {number} is {text[:80]!r}; expected {expected}", variant="no answer")


def _read_block(block: Sequence[_Line], shape: Shape, words: Mapping[str, Response]) -> Iterator[Response]:
    """Yield a response for each grid of lines without text between them, and for other lines than frames."""
    block = _with_empty_rows(block, shape)
    start = 0
    is_only_grid = sum(bool(line.cells) for line in block) == shape.side
    while start < len(block):
        line = block[start]
        end, rows = _rows(block, start, shape, any_gaps=is_only_grid) if line.cells else (start + 1, ())
        cells = "".join(row.cells[-shape.side :] if row.has_label(shape) else row.cells for row in rows)
        if not rows and line.printed:
            after, rows = _rows(block, start, shape, drawn=True)
            cells = _with_blanks(rows, block[start : start + 8 * shape.side])
            end = after if len(cells) == shape.cells else end
        if len(cells) == shape.cells:
            yield Answered(Grid.parse(cells, shape))
        elif line.cells:
            yield _malformed(line.text, line.number, shape)
        elif len(line.text.strip()) <= 1:
            yield from _other(line.text, line.number, shape, words)
        start = end


def _with_empty_rows(block: Sequence[_Line], shape: Shape) -> Sequence[_Line]:
    """Return a block in which lines such as `---------` are rows, if they are as wide as rows and complete a grid."""
    empty = [not line.cells and line.text.strip() in {symbol * shape.side for symbol in "-_*"} for line in block]
    rows = sum(bool(line.cells) for line in block)
    if rows % shape.side == 0 or (rows + sum(empty)) % shape.side:
        return block
    return [
        replace(line, cells=line.text.strip()) if is_empty else line
        for line, is_empty in zip(block, empty, strict=True)
    ]


def _rows(
    block: Sequence[_Line], start: int, shape: Shape, *, drawn: bool = False, any_gaps: bool = False
) -> tuple[int, Sequence[_Line]]:
    """Return the end of the rows that begin at a line, and these rows if they are a grid.

    They have as many cells each, except for a shorter last row; or if `drawn` they are alike except for their digits,
    with blanks for empty cells. The same lines stand between any two rows of a band, and between any two bands, except
    if `any_gaps`.
    """
    first, rows, gap, count = block[start], list[_Line](), list[bool](), 0
    gaps: dict[tuple[bool, bool], list[bool]] = {}
    for at in range(start, len(block)):
        line = block[at]
        is_row = line.layout == first.layout if drawn else bool(line.cells)
        if not is_row and not line.cells:
            gap.append(bool(line.text))
            if len(gap) > shape.side:  # keeps the time linear
                return start + 1, ()
            continue
        size = shape.side if drawn or line.has_label(shape) else len(line.cells)
        is_last = size < len(first.cells) and not first.has_label(shape) and count + size == shape.cells
        is_alike = is_row if drawn else len(line.cells) == len(first.cells) or is_last
        place = count % shape.side == 0, count % (shape.side * shape.box_rows) == 0
        if rows and not is_alike:
            return at - len(gap), ()
        if rows and not any_gaps and gaps.setdefault(place, gap) != gap:
            return start + 1, ()
        rows.append(line)
        count += size
        gap = []
        if count >= shape.cells:
            return at + 1, rows
    return len(block), ()


def _with_blanks(rows: Sequence[_Line], near: Sequence[_Line]) -> str:
    """Return the cells of rows with blanks for empty cells; too few if no line near them shows where their cells are.

    Blank lines above full rows are no rows.
    """
    sizes = [len(row.cells) for row in rows]
    if not rows or (not sizes[0] and set(sizes) <= {0, len(rows)} and sizes == sorted(sizes)):
        return ""
    alike = [line.printed for line in near if line.layout == rows[0].layout]
    columns = sorted({found.start() for printed in alike for found in re.finditer("[1-9]", printed)})
    return "".join(row.printed[column] for row in rows for column in columns).replace(" ", EMPTY[0])


def _in_characters(line: str, shape: Shape, *, in_letters: bool) -> str:
    """Rewrite a row, grid or cell of letters or numbers with one character per cell; return other lines unchanged."""
    sizes = (shape.side, shape.cells)
    if in_letters:
        bare = line.translate(_AROUND)
        is_row = len(bare) in sizes and not bare.strip(f"{ascii_uppercase[: shape.side]}{EMPTY}")
        return bare.translate(DIGITS_OF_LETTERS) if is_row else line
    cells = _numbers(line, shape)
    return "".join((EMPTY[0] + DIGITS)[cell] for cell in cells) if cells and len(cells) in (1, *sizes) else line


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
        others = set(bare) - set(allowed)
        if len(bare) == shape.side and len(others) == 1 and (has_digit(bare) or others <= set(map(chr, _OPEN))):
            bare = bare.translate({ord(symbol): EMPTY[0] for symbol in others if not symbol.isalnum()})
        has_name = text is line and len(bare) == shape.side + 1 and _NAME.match(line)
        if len(bare) not in sizes and not has_name:
            bare = bare.replace("-", "").replace("_", "")
        is_row = len(bare) in sizes or (text is line and not has_name)
        if is_row and not bare.strip(allowed) and not ("0." in bare and len(bare) == shape.side):  # a number
            return name + bare if bare.strip("-_*") or " " in text.strip() else ""
    return None
