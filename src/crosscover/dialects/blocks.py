"""Grids that are read row by row, in puzzles and in answers."""

from collections.abc import Callable

from crosscover.reference import Grid, Shape

from .malformed import MalformedInputError
from .reply import Answer, Refusal, Reply, Unreadable
from .text import holds_digit, output_lines, quoted

RowReader = Callable[[str, int, Shape], bytes]
"""Gives the cells of a row, from its line and the number of that; raises MalformedInputError."""


def row_expected(row: int, shape: Shape) -> str:
    """What a reader of grids expects, in words; rows count from 0."""
    return f"row {row + 1} of {shape.side}"


def answer_grids(text: str, shape: Shape, read: RowReader, passed: Callable[[str], bool]) -> list[Reply]:
    """One reply a grid or refusal. `passed` tells the lines that are no rows and yet belong to a drawing.

    A line that is no row spoils the grid it stands in, or the one it stands before. It is counted as a row where it
    begins as one, so that one bad row does not shift all the grids behind it.
    """
    replies: list[Reply] = []
    cells = b""
    rows = 0
    spoiled: Unreadable | None = None
    lines = output_lines(text)
    for number, line in enumerate(lines, 1):
        if passed(line):
            continue
        if not holds_digit(line) and line and not rows and spoiled is None:
            replies.append(Refusal(line.strip()))
            continue
        try:
            cells += read(line, number, shape)
            rows += 1
        except MalformedInputError as error:
            if spoiled is None:
                spoiled = _spoiled(line, number, error, row_expected(rows, shape))
            rows += error.column > 1
        if rows == shape.side:
            replies.append(spoiled or Answer(Grid(cells, shape)))
            cells, rows, spoiled = b"", 0, None
    if spoiled is not None:
        replies.append(spoiled)
    elif rows:
        replies.append(Unreadable(len(lines) + 1, 1, row_expected(rows, shape), "the end of the output"))
    return replies


def _spoiled(line: str, number: int, error: MalformedInputError, expected: str) -> Unreadable:
    if error.column > 1:
        return Unreadable.of(error)
    return Unreadable(number, 1, expected, quoted(line) if line else "an empty line")
