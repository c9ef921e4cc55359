"""Grids in any form: the digits of their cells, with anything between them that is no digit, letter or refusal.

One reader understands 81 digits on a line, separated or not, 9 rows, lists within lists, and frames. A grid has exactly
as many digits as its shape has cells, and begins and ends with a line, so no other number is mistaken for a part of it.
"""

import re
from collections.abc import Iterator

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS

from .diagrams import FRAMES
from .interface import BLANK_LINE, Answer, Refusal, Reply
from .text import BLANKS, MalformedInputError, NumberedLines, has_digit, quote

BETWEEN = f"{BLANKS},;:|/'\"[](){{}}+-=_"
"""Characters that may separate or enclose cells."""

_WITHOUT = {ord(character): None for character in BETWEEN} | dict.fromkeys(FRAMES)


def only_grid(text: str, shape: Shape) -> Grid | None:
    """The grid that is all of a text, with separators or a frame; None for another text.

    0 and . are empty cells. With more than 9 digits, cells are numbers.
    """
    if text.translate(_WITHOUT).strip("0123456789."):
        return None
    cells = re.findall("[0-9]+" if shape.side > 9 else "[0-9]", text.replace(".", "0"))
    if len(cells) != shape.cells or any(len(cell) > 2 or int(cell) > shape.side for cell in cells):
        return None
    return Grid(bytes(map(int, cells)), shape)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply for each grid, each refusal, and each stretch of text that is neither; 0 and . are empty cells.

    Lines without cells are skipped within a grid. Before one they are refusals, unless they consist of separators.
    """
    cells = ""
    for line in source:
        bare = line.translate(_WITHOUT)
        if not bare:
            if not (line or cells):
                yield BLANK_LINE
            continue
        if not (cells or has_digit(line) or set(bare) == {"."}):
            yield Refusal(line.strip())
            continue
        expected = f"{shape.cells} digits of cells, and separators"
        cells += bare.replace("0", ".")
        if len(cells) > shape.cells or set(cells) - set(f".{DIGITS[: shape.side]}"):
            yield MalformedInputError(source.number, 1, expected, quote(line))
        elif len(cells) == shape.cells:
            yield Answer(Grid.parse(cells, shape))
        else:
            continue
        cells = ""
    if cells:
        yield source.missing(f"{shape.cells} cells", "the output")
