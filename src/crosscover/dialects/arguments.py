"""The dialects of programs that take one puzzle per run as their arguments: `./solve 53..7....6..195…`."""

from dataclasses import replace

from .lines import LINE
from .rows import ROWS

ARG = replace(
    LINE,
    name="arg",
    summary="one puzzle, a string of 81 characters that is the argument of the program; the answer is a line of digits",
    as_arguments=True,
)
ARGS = replace(
    ROWS,
    name="args",
    summary="one puzzle, nine strings of nine characters that are the arguments of the program; the answer is 9 lines",
    as_arguments=True,
)
