"""Grids in any form: the digits of their cells, with anything between them that is no digit, letter or refusal.

One reader understands 81 digits on a line, separated or not, 9 rows, lists within lists, and frames. A grid has exactly
as many digits as its shape has cells, and begins and ends with a line, so no other number is mistaken for a part of it.
"""

from collections.abc import Iterator

from crosscover.reference import Grid, Shape

from .diagrams import FRAMES
from .interface import BLANK_LINE, Answer, Refusal, Reply
from .text import BLANKS, MalformedInputError, NumberedLines, has_digit, quote

BETWEEN = f"{BLANKS},;|/'\"[](){{}}+-="
"""Characters that may separate or enclose cells."""

_WITHOUT = {ord(character): None for character in BETWEEN} | dict.fromkeys(FRAMES)


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
        values = bare.replace("0", ".")
        if set(values) - set("123456789."):
            error = MalformedInputError(source.number, 1, "digits of cells, and separators", quote(line))
        elif len(cells) + len(values) > shape.cells:
            found = f"{len(cells) + len(values)}"
            error = MalformedInputError(source.number, 1, f"{shape.cells} cells, and the end of a line", found)
        else:
            cells += values
            if len(cells) == shape.cells:
                yield Answer(Grid.parse(cells, shape))
                cells = ""
            continue
        yield error
        cells = ""
    if cells:
        yield source.missing(f"{shape.cells} cells", "the output")
