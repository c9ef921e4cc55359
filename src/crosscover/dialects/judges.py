"""The dialects of four online judges.

- Kattis, sudokunique: the one solution, or whether there is none or several.
- UVa 10957, So Doku Checker: none, one or several solutions, and whether clues clash, in one word for each board.
- UVa 989, Su Doku: the lexicographically least solution, for boards of 1, 4 or 9 digits.
- POJ 3076: 16x16 cells, in letters.

In the first three, cells are numbers separated by single blanks. In all of them a blank line separates boards.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from string import ascii_uppercase

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import INVALID

from .cells import EMPTY_LETTER, integers, letters, only_integer, values_of_bytes
from .interface import Claim, Dialect, Entry, Refusal, Reply
from .rows import answer_grids, layout, read_grids
from .text import MalformedInputError, NumberedLines, has_digit, quote

SIDES = range(1, 4)
"""The sides of a box at UVa 989."""

_CASE = re.compile(r"Case ([0-9]{1,18}): ([A-Za-z]+)\.")


def read_sized_boards(source: NumberedLines, _shape: Shape) -> Iterator[Entry]:
    """Yield the boards, each after a line with the side of its boxes; blank lines may come anywhere."""
    name, first = "the side of a box", 0
    for line in filter(None, source):
        first = source.number
        side = only_integer(line, first, name, SIDES)
        board = next(read_grids(source, Shape(side, side), row=integers))
        yield Entry(board.puzzle, first)
    if not first:
        raise source.missing(name)


def read_words(source: NumberedLines, _shape: Shape) -> Iterator[Reply]:
    """One reply for each line such as `Case 1: Unique.`; cases are numbered from 1, blank lines are skipped."""
    for case, line in enumerate((line for line in source if line), 1):
        found = _CASE.fullmatch(line)
        if found and int(found[1]) == case:
            yield Refusal(found[2])
        else:
            yield MalformedInputError(source.number, 1, f"'Case {case}: ' and a word with a full stop", quote(line))


def _sized_layout(puzzle: Grid, empty: str) -> list[str]:
    return [str(puzzle.shape.box_rows), *layout(puzzle, empty, separator=" ")]


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
UVA10957 = replace(
    SUDOKUNIQUE,
    name="uva10957",
    summary="9 lines of 9 integers per grid, a blank line between grids; an answer is a line with a number and one of "
    "four words",
    replies=read_words,
    words={
        "Unique": Claim.ONE,
        "Ambiguous": Claim.SEVERAL,
        "Illegal": Claim.CLASH,
        "Impossible": Claim.IMPOSSIBLE,
    },
    gives_grids=False,
    word_line="Case {number}: {word}.",
    contract="classify",
)
UVA989 = replace(
    SUDOKUNIQUE,
    name="uva989",
    summary="a line 3 and 9 lines of 9 integers a grid, blank lines between; an answer is the least solution, or 'NO "
    "SOLUTION'",
    entries=read_sized_boards,
    puzzle_layout=_sized_layout,
    words={"NO SOLUTION": Claim.NONE},
    contract="least",
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
