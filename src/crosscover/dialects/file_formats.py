"""File formats of other programs, for reading and answering puzzles; no solver is called in them.

- SadMan (`.sdk`): lines of `#` and a letter, sections in brackets, and in the section `[Puzzle]` the rows of a puzzle.
- HoDoKu's library: a line for each puzzle, with fields between colons; a `+` marks a digit that a player has placed.
- OpenSudoku: XML, with a puzzle in the attribute `data` of each element `game`.

Simple Sudoku (`.ss`) draws its puzzles, which the dialect `drawing` reads.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY

from . import lines
from .cells import characters, encode, grid
from .interface import Dialect, Entry
from .lines import COMMENT
from .rows import ROWS, expected_row
from .text import BLANKS, MAX_LINE_BYTES, MalformedInputError, NumberedLines, quote

SECTION = "[Puzzle]"
PLACED = "+"
FIELDS = ":"
GAME = "game"
DATA = "data"

MAX_DEPTH = 1000
"""Maximum depth of elements in XML."""

MAX_NAMES = 10_000
"""Maximum number of different names of elements and attributes in XML."""

MIN_INCOMPLETE = 1024
"""Number of bytes of a tag up to which each further line is parsed at once."""


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
    """Yield the puzzle of each element `game` soon after its tag is complete; everything else is ignored.

    A document type is an error, so no entity is expanded; so are the limits of `GameParser`. Expat scans an incomplete
    tag or comment from its beginning whenever it gets more of it. It therefore gets as much again each time, which
    takes linear time.
    """
    games = GameParser(shape)
    block: list[str] = []
    size = needed = 0
    for line in source:
        block.append(line)
        size += len(line) + 1
        if size >= needed:
            yield from games.feed(block, source.number)
            block, size, needed = [], 0, games.incomplete if games.incomplete > MIN_INCOMPLETE else 0
    yield from games.feed(block, source.number, is_last=True)
    if not games.seen:
        raise source.missing(f"an element {GAME!r}")


class GameParser:
    """Parses XML in parts and collects the puzzles of its games, in bounded memory.

    Limits the bytes of a tag or comment, the depth of elements, and the number of different names of elements and
    attributes, which expat keeps.
    """

    def __init__(self, shape: Shape) -> None:
        self.seen = False
        self.incomplete = 0
        """Number of bytes of the last tag or comment if it is incomplete."""
        self._shape = shape
        self._parser = ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_document_type
        self._found: list[Entry] = []
        self._block: list[str] = []
        self._first_line = 1
        self._fed = 0
        self._depth = 0

    def feed(self, lines: list[str], last_line: int, *, is_last: bool = False) -> Iterator[Entry]:
        """Yield the puzzles whose tags end in these lines, and then raise MalformedInputError if XML is malformed."""
        self._block, self._first_line = lines, last_line - len(lines) + 1
        text = "".join(f"{line}\n" for line in lines).replace("\r", " ").encode()  # it would count as a line end
        self._fed += len(text)
        fault: MalformedInputError | None = None
        try:
            self._parser.Parse(text, is_last)
        except ExpatError as error:
            fault = MalformedInputError(error.lineno, error.offset + 1, "well-formed XML", ErrorString(error.code))
        except MalformedInputError as error:
            fault = error
        self.seen = self.seen or bool(self._found)
        yield from self._found
        self._found.clear()
        if fault is not None:
            raise fault
        self.incomplete = self._fed - self._parser.CurrentByteIndex
        if self.incomplete > MAX_LINE_BYTES:
            raise self._error(f"a tag or comment of at most {MAX_LINE_BYTES} bytes", "a longer one")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"elements at most {MAX_DEPTH} deep", "a deeper one")
        if len(self._parser.intern) > MAX_NAMES:
            raise self._error(f"at most {MAX_NAMES} names of elements and attributes", "more")
        if name != GAME:
            return
        data = attributes.get(DATA)
        if data is None:
            raise self._error(f"a game with the attribute {DATA!r}", "a game without")
        number = self._parser.CurrentLineNumber
        try:
            self._found.append(Entry(grid(data.strip(BLANKS), number, self._shape, rest="the puzzle"), number))
        except MalformedInputError as error:
            column = self._parser.CurrentColumnNumber + 1
            line = self._block[number - self._first_line] if number >= self._first_line else ""
            start = (line.find(data, column) + 1 if data else 0) or column
            raise MalformedInputError(number, start + error.column - 1, error.expected, error.found) from None

    def _end(self, _name: str) -> None:
        self._depth -= 1

    def _refuse_document_type(self, *_: object) -> None:
        raise self._error("a game without a document type", "'<!DOCTYPE'")

    def _error(self, expected: str, found: str) -> MalformedInputError:
        """The error at the last tag or comment."""
        place = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        return MalformedInputError(*place, expected, found)


def _library_line(puzzle: Grid, empty: str) -> list[str]:
    return [f":0000:x:{encode(puzzle, empty)}:::"]


def _game(puzzle: Grid, empty: str) -> list[str]:
    return [f'<{GAME} {DATA}="{encode(puzzle, empty)}" />']


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
    "HoDoKu's library, lines of ':0000:x:' and 81 characters, '+' before digits not given; the answer is a line",
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
