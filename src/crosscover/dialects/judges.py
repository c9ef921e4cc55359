"""The dialects of two online judges.

- Kattis, sudokunique: the one solution, or whether there is none or several.
- POJ 3076: 16x16 cells, in letters.

In the first, cells are numbers separated by single blanks. In both, a blank line separates boards.
"""

from functools import partial
from string import ascii_uppercase

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import INVALID

from .cells import EMPTY_LETTER, integers, letters, values_of_bytes
from .interface import Claim, Dialect
from .rows import answer_grids, layout, read_grids
from .text import has_digit


def _letter_layout(grid: Grid, empty: str) -> list[str]:
    text = "".join(ascii_uppercase[digit - 1] if digit else empty for digit in grid.values)
    return [text[start : start + grid.shape.side] for start in range(0, len(text), grid.shape.side)]


def _refuses_letters(line: str, shape: Shape) -> bool:
    """Whether a line cannot be a row: it is shorter by more than two cells, or has other characters among its letters.

    A line with a digit counts as a row in another form.
    """
    values = line.encode("latin-1", "replace").translate(values_of_bytes(shape, in_letters=True))
    cells = sum(value != INVALID for value in values)
    return not has_digit(line) and (len(line) < shape.side - 2 or 4 * cells < 3 * len(line))


def _is_blank(line: str, _shape: Shape) -> bool:
    return not line


SUDOKUNIQUE = Dialect(
    "sudokunique",
    "9 lines of 9 integers per grid, a blank line between grids; an answer is 9 such lines, or one of two sentences",
    partial(read_grids, row=integers),
    partial(answer_grids, row=integers, skips=_is_blank),
    partial(layout, separator=" "),
    empty_characters="0",
    blank_between=True,
    words={"Find another job": Claim.NONE, "Non-unique": Claim.SEVERAL},
    contract="unique",
)
POJ3076 = Dialect(
    "poj3076",
    "16 lines of 16 letters A to P per puzzle, '-' for an empty cell, a blank line between puzzles; answers have the "
    "same form",
    partial(read_grids, row=letters, blank_within=False),
    partial(answer_grids, row=letters, skips=_is_blank, refuses=_refuses_letters),
    _letter_layout,
    empty_characters=EMPTY_LETTER,
    shape=Shape(4, 4),
    blank_between=True,
)
