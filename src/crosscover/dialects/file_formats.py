"""File formats of other programs, for reading and answering puzzles; no solver is called in them.

- SadMan (`.sdk`): lines of `#` and a letter, sections in brackets, and in the section `[Puzzle]` the rows of a puzzle.
- HoDoKu's library: a line for each puzzle, with fields between colons; a `+` marks a digit that a player has placed.
- OpenSudoku: XML, with a puzzle in the attribute `data` of each element `game`.

Simple Sudoku (`.ss`) draws its puzzles, which the dialect `drawing` reads.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY

from . import lines
from .cells import characters, encode, grid
from .interface import Dialect, Entry
from .lines import COMMENT
from .rows import ROWS, expected_row
from .text import BLANKS, MalformedInputError, NumberedLines, quote

SECTION = "[Puzzle]"
PLACED = "+"
FIELDS = ":"
GAME = "game"
DATA = "data"


def read_sdk(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzles; comments and blank lines may come anywhere, and other sections are skipped."""
    cells, first = b"", 0
    is_puzzle, seen_puzzle = True, False
    for line in filter(None, source):
        if line.startswith(COMMENT):
            continue
        if line.startswith("["):
            if cells:
                raise MalformedInputError(source.number, 1, expected_row(len(cells) // shape.side, shape), quote(line))
            is_puzzle = line.lower() == SECTION.lower()
        elif is_puzzle:
            first = first if cells else source.number
            cells += characters(line, source.number, shape)
            if len(cells) == shape.cells:
                yield Entry(Grid(cells, shape), first)
                cells, seen_puzzle = b"", True
    if cells or not seen_puzzle:
        raise source.missing(expected_row(len(cells) // shape.side, shape))


def read_library(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles without the digits that a player placed, or the error of a line; blank lines are skipped."""
    expected = "a line such as ':0000:x:' and a puzzle"

    def entry(line: str, number: int) -> Entry:
        fields = line.split(FIELDS)
        if len(fields) < 4 or fields[0]:
            raise MalformedInputError(number, 1, expected, quote(line))
        label = FIELDS.join(fields[1:3])
        return Entry(_without_placed(fields[3], number, len(label) + 3, shape), number, label)

    return source.each_line(entry, expected)


def _without_placed(text: str, line: int, column: int, shape: Shape) -> Grid:
    """The grid of a field, without the digits after a `+`."""
    cells = re.findall(rf"\{PLACED}[{DIGITS[: shape.side]}]|.", text)
    clues = "".join(EMPTY[0] if len(cell) > 1 else cell for cell in cells)
    try:
        return grid(clues, line, shape, rest="the puzzle")
    except MalformedInputError as error:
        place = column + sum(map(len, cells[: error.column - 1]))
        raise MalformedInputError(line, place, error.expected, error.found) from None


def read_xml(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzle of each element `game` as soon as its tag is complete; everything else is ignored.

    A document type is an error, so no entity is expanded.
    """
    parser = ParserCreate()
    found: deque[Entry] = deque()
    seen_puzzle = False
    line = ""

    def start(name: str, attributes: dict[str, str]) -> None:
        if name != GAME:
            return
        number, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        data = attributes.get(DATA)
        if data is None:
            raise MalformedInputError(number, column, f"a game with the attribute {DATA!r}", "a game without")
        same_line = line.find(data, column) + 1 if number == source.number and data else 0
        text = data.strip(BLANKS)
        found.append(Entry(grid(text, number, shape, column=same_line or column, rest="the puzzle"), number))

    def refuse(*_: object) -> None:
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        raise MalformedInputError(*place, "a game without a document type", "'<!DOCTYPE'")

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    for line in source:
        _parse(parser.Parse, f"{line}\n", is_last=False)
        while found:
            seen_puzzle = True
            yield found.popleft()
    _parse(parser.Parse, "", is_last=True)
    if not seen_puzzle:
        raise source.missing(f"an element {GAME!r}")


def _library_line(puzzle: Grid, empty: str) -> list[str]:
    return [f":0000:x:{encode(puzzle, empty)}:::"]


def _game(puzzle: Grid, empty: str) -> list[str]:
    return [f'<{GAME} {DATA}="{encode(puzzle, empty)}" />']


def _parse(parse: Callable[[str, bool], int], text: str, *, is_last: bool) -> None:
    """Pass a text to the parser; raises MalformedInputError if it is not XML."""
    try:
        parse(text, is_last)
    except ExpatError as error:
        message = ErrorString(error.code)
        raise MalformedInputError(error.lineno, error.offset + 1, "well-formed XML", message) from None


SDK = replace(
    ROWS,
    name="sdk",
    summary="SadMan's files: 9 lines of 9 characters, '.' for an empty cell, headers after '#'; the answer is 9 such "
    "lines",
    entries=read_sdk,
    header=SECTION,
    batch_limit=None,
)
HODOKU = Dialect(
    "hodoku",
    "HoDoKu's library, lines of ':0000:x:' and 81 characters, '+' before a digit that is no clue; the answer is a line",
    read_library,
    lines.read_answers,
    lines.layout,
    empty_characters=".",
    puzzle_layout=_library_line,
)
OPENSUDOKU = replace(
    HODOKU,
    name="opensudoku",
    summary="the XML of OpenSudoku, with 81 digits in the attribute 'data' of each 'game'; the answer is a line",
    entries=read_xml,
    empty_characters="0",
    puzzle_layout=_game,
    header="<opensudoku>",
    end="</opensudoku>",
)
