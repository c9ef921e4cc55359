"""Lists with a puzzle in each line, beside names, ratings, solutions and any punctuation.

    0a1b2c 53..7.... 1.2        "53..7....",        :0000:x:53..7....:        <game data="53..7...."/>

The one field that is a grid is the puzzle, a second one without empty cells is its solution, and all others are its
label. (The examples are shortened: a grid has 81 characters.)
"""

import re
from collections.abc import Iterator

from crosscover.reference import Shape
from crosscover.reference.grid import EMPTY

from .cells import plain_grid, read_grid
from .interface import Entry, find_puzzle, find_solution, is_another_puzzle
from .numbered_lines import MalformedInputError, NumberedLines
from .rows import END, LIKE_A_ROW, is_comment, is_title

FIELD = re.compile(r"""[^ \t,;:|#"'\[\](){}<>=/]+""")
"""A field: the characters between blanks and punctuation that is never an empty cell."""

PLACED = re.compile(r"\+[1-9]")
"""A digit that is no clue, in the library format of HoDoKu."""


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, one per line, up to a line `end` if there is one, and the errors of malformed lines.

    Blank lines, comments and titles may come anywhere; a title is the label of the next puzzle, unless it has its own.
    """
    is_empty, title = True, ""
    for line in filter(None, source):
        if line == END:
            source.end(f"nothing after {END!r}")
            return
        if is_comment(line) or not FIELD.search(line):
            continue
        if len(line) != shape.cells and is_title(line, shape):
            title = line.strip()
            continue
        is_empty = False
        try:
            yield _entry(line, source.number, shape, title)
        except MalformedInputError as error:
            yield error.with_traceback(None)
        title = ""
    if is_empty:
        raise source.missing(f"a puzzle or {END!r}")


def _entry(line: str, number: int, shape: Shape, title: str) -> Entry:
    if len(line) == shape.cells:
        return Entry.read(line, number, shape, rest="the puzzle", label=title)
    fields = [PLACED.sub(EMPTY[0], field) if len(field) > shape.cells else field for field in FIELD.findall(line)]
    grids = [place for place, field in enumerate(fields) if len(field) == shape.cells]
    first = grids[0] if len(grids) == 1 else find_puzzle(fields, shape)
    second = None if first is None or len(grids) == 1 else find_solution(fields, shape, first)
    others = [field for place, field in enumerate(fields) if place not in (first, second)]
    malformed = [field for field in others if is_malformed(field, shape)]
    if first is None or malformed:
        wrong = malformed[0] if malformed else max(fields, key=len)
        read_grid(wrong, number, shape, column=max(line.find(wrong), 0) + 1, rest="the puzzle")
    puzzle, solution = fields[first or 0], None if second is None else fields[second]
    label, place = " ".join(others) or title, "the grid beside each puzzle"
    entry = Entry.read(puzzle, number, shape, solution, text=line, rest="the puzzle", solution_in=place, label=label)
    for field in others:
        if is_another_puzzle(field, entry.puzzle):
            raise MalformedInputError(number, line.rfind(field) + 1, "one puzzle in a line", "another one")
    return entry


def is_malformed(field: str, shape: Shape) -> bool:
    """Return whether a field should be a grid: it has clues, and its length is right or nearly right."""
    is_near = abs(len(field) - shape.cells) <= shape.side
    return is_near and LIKE_A_ROW.search(field) is not None and plain_grid(field, shape) is None
