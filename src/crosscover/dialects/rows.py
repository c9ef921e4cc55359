"""Puzzles with one line per puzzle, row or cell."""

import re
from collections.abc import Callable, Iterator

from crosscover.reference import Grid, Shape

from .cells import encode, integers, only_integer
from .interface import Entry, find_puzzle, find_solution
from .numbered_lines import MalformedInputError, NumberedLines

END = "end"
COMMENT = "#"
LABEL_SEPARATORS = " \t,;:|#"
"""Characters between a puzzle and its label."""


def read_lines(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, one per line, up to a line `end` if there is one, and the errors of malformed lines.

    Blank lines and comments may come anywhere. A label may follow a puzzle after a blank or one of `, ; : |`. A full
    grid in the label is the solution of the puzzle.
    """
    cells = shape.cells
    is_empty = True
    for line in filter(None, source):
        if line[0] in LABEL_SEPARATORS and line.lstrip().startswith(COMMENT):
            continue
        is_empty = False
        if line == END:
            source.end(f"nothing after {END!r}")
            return
        text, solution = line, None
        if len(line) > cells and line[cells] in LABEL_SEPARATORS:
            text = line[:cells]
            fields = re.split(f"[{LABEL_SEPARATORS}]+", line) if len(line) > 2 * cells else []
            first = find_puzzle(fields, shape)
            second = None if first is None else find_solution(fields, shape, first)
            if first is not None and second is not None and 0 in {first, second}:
                text, solution = fields[first], fields[second]
        try:
            place = "the grid beside each puzzle"
            yield Entry.read(text, source.number, shape, solution, rest="the puzzle", solution_in=place)
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
) -> Iterator[Entry]:
    """Yield `count` grids; if `counted`, the first line states their number, and None means all grids, at least one.

    `row` returns the cells of a line, one character each. Blank lines (in a grid if `blank_within`) and lines that
    `skips` accepts are ignored.
    """
    if counted:
        name = "the number of grids"
        first = next((line for line in source if line), None)
        if first is None:
            raise source.missing(name)
        count = only_integer(first, source.number, name)
    cells, begin, grids = "", 0, 0
    for line in source if count != 0 else ():
        if not line:
            if cells and not blank_within:
                raise MalformedInputError(source.number, 1, "another row of the grid", "an empty line")
            continue
        if skips and skips(line):
            continue
        begin = begin if cells else source.number
        cells += row(line, source.number, shape)
        if len(cells) == shape.cells:
            yield Entry.read(cells, begin, shape, rest="the grid")
            cells = ""
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
