"""Puzzles with one line per puzzle, row or cell."""

import re
from collections.abc import Callable, Iterator

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import digit_of

from .cells import encode, integers, only_integer
from .interface import Entry
from .numbered_lines import MalformedInputError, NumberedLines, quote

END = "end"
COMMENTS = ("#", "//", "; ")
"""Beginnings of comments; blanks may precede them."""

_CELL = r"(?:\w|None|null|nan)"
LIKE_A_ROW = re.compile(
    r"[0-9.]{9}|\S{41}|(?<!\S)(?:[A-P0-9.*_-]{16}|[A-Y0-9.*_-]{25}|(?=\S*[0-9.*_])[a-p0-9.*_-]{16})(?!\S)"
    rf"|(?<!\w){_CELL}(?:\W{{1,20}}{_CELL}){{3}}(?!\w)"
)
"""Clues or empty cells of a grid, a word that is too long for a title, a row of 16 or 25 letters, or separate cells."""

WORD = re.compile(r"(?!\w[xX])[^\W\d_]{2}")
"""The beginning of a word of text; a row may contain `xx` for two empty cells."""


def is_comment(line: str) -> bool:
    """Return whether a line is a comment."""
    return line.lstrip().startswith(COMMENTS)


def is_title(line: str, shape: Shape = Shape()) -> bool:
    """Return whether a line between puzzles is text: it has a word, and is nothing that looks like a row of cells."""
    is_text = LIKE_A_ROW.search(line) is None and WORD.search(line) is not None and line != END
    return is_text and not (len(line) == shape.side and all(digit_of(cell, shape) is not None for cell in line))


def read_lines(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, one per line, up to a line `end` if there is one, and the errors of malformed lines.

    Blank lines may come anywhere.
    """
    is_empty = True
    for line in filter(None, source):
        is_empty = False
        if line == END:
            source.end(f"nothing after {END!r}")
            return
        try:
            yield Entry.read(line, source.number, shape, rest="the puzzle")
        except MalformedInputError as error:
            yield error.with_traceback(None)
    if is_empty:
        raise source.missing(f"a puzzle or {END!r}")


def read_grids(
    source: NumberedLines,
    shape: Shape,
    *,
    row: Callable[[str, int, Shape], str],
    count: int | None = None,
    counted: bool = False,
    blank_within: bool = True,
    skips: Callable[[str], bool] | None = None,
    titled: bool = False,
) -> Iterator[Entry]:
    """Yield `count` grids; if `counted`, the first line states their number, and None means all grids, at least one.

    `row` returns the cells of a line, one character each. Blank lines (in a grid if `blank_within`) and lines that
    `skips` accepts are ignored, in a grid only between bands, or after every row; if `titled`, so are comments, and
    titles before a grid, the last of which is its label.
    """
    if counted:
        name = "the number of grids"
        first = next((line for line in source if line), None)
        if first is None:
            raise source.missing(name)
        count = only_integer(first, source.number, name)
    cells, title, begin, grids = "", "", 0, 0
    gaps: set[int] = set()
    for line in source if count != 0 else ():
        if not line or (skips and skips(line)):
            rows = len(cells) // shape.side
            gaps.add(rows)
            is_regular = rows % shape.box_rows == 0 or len(gaps - {0}) == rows
            if cells and not ((line or blank_within) and is_regular):
                found = quote(line) if line else "an empty line"
                raise MalformedInputError(source.number, 1, f"row {rows + 1} of {shape.side}", found)
            continue
        if titled and is_comment(line):
            continue
        if titled and not cells and is_title(line, shape):
            title = line.strip()
            continue
        begin = begin if cells else source.number
        cells += row(line, source.number, shape)
        if len(cells) == shape.cells:
            yield Entry.read(cells, begin, shape, rest="the grid", label=title)
            cells = title = ""
            gaps.clear()
            grids += 1
            if grids == count:
                break
    if cells or grids < (1 if count is None else count):
        of_count = f" of grid {grids + 1} of {count}" if counted else ""
        raise source.missing(f"row {len(cells) // shape.side + 1} of {shape.side}{of_count}")
    if count is not None:
        source.end("nothing after the grid" if count == 1 else f"nothing after {count} grids")


def layout(puzzle: Grid, empty: str, *, separator: str = "") -> list[str]:
    """Return the rows of a grid; with a separator, cells may be two-digit numbers."""
    side = puzzle.shape.side
    if separator and side > 9:
        return [separator.join(map(str, row)) for row in puzzle.rows]
    text = encode(puzzle, empty)
    return [separator.join(text[start : start + side]) for start in range(0, len(text), side)]


def json_layout(puzzle: Grid, empty: str) -> list[str]:
    """Return the line of a grid as a JSON list of its rows, without blanks."""
    return [f"[[{'],['.join(layout(puzzle, empty, separator=','))}]]"]


def listed(text: str, line: int, shape: Shape, count: int = 0) -> str:
    """Return the digits of `count` cells (0: a row) that are integers with commas and brackets between them.

    Raises as `integers` does.
    """
    return integers(text.translate(_SEPARATORS).rstrip(), line, shape, count)


_SEPARATORS = str.maketrans(",[]", "   ")
