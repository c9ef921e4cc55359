"""The dialects of three judges whose problems ask for more than a solution, and have words for what there is to say.

- Kattis, sudokunique: the one solution, or whether there is none or several.
- UVa 10957, So Doku Checker: none, one or several, and whether clues clash, a word for each board.
- UVa 989, Su Doku: the lexicographically least solution, for boards of 1, 4 or 9 digits.

In all of them cells are numbers with one blank between them, and a blank line parts one board from the next.
"""

import re
from collections.abc import Iterator
from functools import cache, partial
from string import ascii_uppercase

from crosscover.reference import Grid, Shape

from .cells import INVALID, WORD, integer, integers
from .interface import Claim, Dialect, Entry, Refusal, Reply
from .rows import answer_grids, expected_row, layout
from .text import MalformedInputError, NumberedLines, has_digit, quote

MAX_SIDE = 3
"""The longest side of a box at UVa 989."""

EMPTY_LETTER = "-"
"""The empty cell at POJ 3076."""

_CASE = re.compile(r"Case ([0-9]{1,18}): ([A-Za-z]+)\.")


def read_boards(source: NumberedLines, shape: Shape, *, sized: bool) -> Iterator[Entry]:
    """Yield the boards until the end of the input; blank lines may stand anywhere.

    Where they are *sized* the side of a box comes before each, on a line of its own, and the shape is not looked at.
    """
    seen_board = False
    while (line := _next_line(source)) is not None:
        first, cells = source.number, b""
        if sized:
            shape = _shape(line, first)
            line = _next_line(source)
        while line is not None:
            cells += integers(line, source.number, shape)
            if len(cells) == shape.cells:
                break
            line = _next_line(source)
        else:
            raise source.missing(expected_row(len(cells) // shape.side, shape))
        yield Entry(Grid(cells, shape), first)
        seen_board = True
    if not seen_board:
        raise source.missing("the side of a box" if sized else expected_row(0, shape))


def read_words(source: NumberedLines, _shape: Shape) -> Iterator[Reply]:
    """One reply a line `Case 1: Unique.`; blank lines are passed over, and the cases are numbered from 1."""
    for case, line in enumerate(_not_blank(source), 1):
        found = _CASE.fullmatch(line)
        if found and int(found[1]) == case:
            yield Refusal(found[2])
        else:
            yield MalformedInputError(source.number, 1, f"'Case {case}: ' and a word with a full stop", quote(line))


def _next_line(source: NumberedLines) -> str | None:
    return next(_not_blank(source), None)


def _not_blank(source: NumberedLines) -> Iterator[str]:
    return (line for line in source if line)


def _shape(line: str, number: int) -> Shape:
    word, *more = WORD.finditer(line)
    side = integer(word[0])
    if side is None or not 1 <= side <= MAX_SIDE:
        expected = f"the side of a box, from 1 to {MAX_SIDE}"
        raise MalformedInputError(number, word.start() + 1, expected, repr(word[0]))
    if more:
        after = "the end of the line after the side of a box"
        raise MalformedInputError(number, more[0].start() + 1, after, repr(more[0][0]))
    return Shape(side, side)


def _sized_layout(puzzle: Grid, empty: str) -> list[str]:
    return [str(puzzle.shape.box_rows), *layout(puzzle, empty, separator=" ")]


def _is_blank(line: str, _shape: Shape) -> bool:
    return not line


_GRIDS = partial(answer_grids, row=integers, skips=_is_blank)

SUDOKUNIQUE = Dialect(
    "sudokunique",
    "9 lines of 9 integers a grid, a blank line between grids; an answer is 9 such lines, or one of two sentences",
    partial(read_boards, sized=False),
    _GRIDS,
    partial(layout, separator=" "),
    empty_characters="0",
    blank_between=True,
    words={"Find another job": Claim.NONE, "Non-unique": Claim.SEVERAL},
    contract="unique",
)
UVA10957 = Dialect(
    "uva10957",
    "9 lines of 9 integers a grid, a blank line between grids; an answer is a line with a number and one of four words",
    partial(read_boards, sized=False),
    read_words,
    partial(layout, separator=" "),
    empty_characters="0",
    blank_between=True,
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
UVA989 = Dialect(
    "uva989",
    "a line 3 and 9 lines of 9 integers a grid, blank lines between; an answer is the least solution, or 'NO SOLUTION'",
    partial(read_boards, sized=True),
    _GRIDS,
    partial(layout, separator=" "),
    empty_characters="0",
    puzzle_layout=_sized_layout,
    blank_between=True,
    words={"NO SOLUTION": Claim.NONE},
    contract="least",
)


def letters(text: str, line: int, shape: Shape) -> bytes:
    """The values of a row of letters, `-` for an empty cell.

    Raises MalformedInputError at the first character that is no cell, is missing, or is one too many.
    """
    values = text.encode("latin-1", "replace").translate(_letter_values(shape))
    wrong = values.find(INVALID)
    if 0 <= wrong < shape.side:
        expected = f"a letter from A to {ascii_uppercase[shape.side - 1]} or {EMPTY_LETTER!r}"
        raise MalformedInputError(line, wrong + 1, expected, repr(text[wrong]))
    if len(text) < shape.side:
        raise MalformedInputError(line, len(text) + 1, f"{shape.side} characters", f"{len(text)}")
    if len(text) > shape.side:
        expected = f"the end of the line after {shape.side} characters"
        raise MalformedInputError(line, shape.side + 1, expected, repr(text[shape.side]))
    return values


def read_letters(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzles up to the end of the input. Blank lines may stand before, between and after them."""
    cells, first = b"", 0
    for line in source:
        if not line:
            if cells:
                raise MalformedInputError(source.number, 1, _expected(cells, shape), "an empty line")
            continue
        first = source.number if not cells else first
        cells += letters(line, source.number, shape)
        if len(cells) == shape.cells:
            yield Entry(Grid(cells, shape), first)
            cells = b""
    if cells or not first:
        raise source.missing(_expected(cells, shape))


def is_refusal(line: str, shape: Shape) -> bool:
    """Whether a line can be no row: it is shorter by more than two cells, or has other characters among its letters.

    A line with a digit is taken for a row that was meant otherwise.
    """
    cells = sum(value != INVALID for value in line.encode("latin-1", "replace").translate(_letter_values(shape)))
    return not has_digit(line) and (len(line) < shape.side - 2 or 4 * cells < 3 * len(line))


def letter_layout(grid: Grid, empty: str) -> list[str]:
    """The rows of a grid."""
    text = "".join(ascii_uppercase[digit - 1] if digit else empty for digit in grid.values)
    return [text[start : start + grid.shape.side] for start in range(0, len(text), grid.shape.side)]


def _expected(cells: bytes, shape: Shape) -> str:
    return expected_row(len(cells) // shape.side, shape)


def _letter_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    return answer_grids(
        source,
        shape,
        row=letters,
        skips=lambda line, _: not line,
        refuses=partial(is_refusal, shape=shape),
    )


@cache
def _letter_values(shape: Shape) -> bytes:
    letters = EMPTY_LETTER + ascii_uppercase[: shape.side]
    values = [letters.find(chr(code)) for code in range(256)]
    return bytes(INVALID if value < 0 else value for value in values)


POJ3076 = Dialect(
    "poj3076",
    "16 lines of 16 letters A to P a puzzle, '-' for an empty cell, a blank line between two; so are the answers",
    read_letters,
    _letter_answers,
    letter_layout,
    empty_characters=EMPTY_LETTER,
    shape=Shape(4, 4),
    blank_between=True,
)
