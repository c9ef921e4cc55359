"""The dialects of programs that take one puzzle per run as their arguments: `./solve 53..7....6..195…`."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from crosscover.reference import Shape

from . import lines
from .cells import characters
from .diagrams import DRAWING
from .interface import Dialect, Reply
from .rows import layout, read
from .text import NumberedLines, has_digit


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply for each grid or refusal: a line with a character for each cell, or rows as in `drawing`."""
    before: list[str] = []
    is_line = False
    for line in source:
        before.append(line)
        if has_digit(line):
            is_line = len(line) >= shape.cells and len(line.split()) == 1
            break
    again = NumberedLines(chain(before, source))
    yield from (lines.read_answers if is_line else DRAWING.replies)(again, shape)


ARG = Dialect(
    "arg",
    "one puzzle, a string of 81 characters that is the argument of the program; the answer is a line, or 9 of 9 digits",
    partial(lines.read, collection=True),
    read_answers,
    lines.layout,
    empty_characters=".",
    batch_limit=1,
    as_arguments=True,
)
ARGS = Dialect(
    "args",
    "one puzzle, nine strings of nine characters that are the arguments of the program; the answer is as for arg",
    partial(read, row=characters, counted=False),
    read_answers,
    partial(layout, separator=""),
    empty_characters=".",
    batch_limit=1,
    as_arguments=True,
)
