"""Documents: JSON or XML of any structure in which texts, or lists of cells, are grids.

    [[[5, 3, 0, ...], ...], ...]        {"newboard": {"grids": [{"value": [[5, 3, ...], ...], "solution": ...}]}}

    <opensudoku><game data="530070000600195000..."/></opensudoku>

An object, or an element of XML with its attributes, is a puzzle if it contains a grid: another grid in it may be the
solution, and its other values are the label. Elsewhere, each grid is a puzzle.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import cast
from xml.parsers import expat

from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS, EMPTY, INVALID, byte_values

from .cells import plain_grid, read_grid
from .interface import Entry, find_puzzle, find_solution, is_another_puzzle
from .lists import is_malformed
from .numbered_lines import MAX_DOCUMENT_BYTES, MalformedInputError, NumberedLines, quote
from .rows import WORD
from .separated import PUZZLE_COLUMNS, SOLUTION_COLUMNS

BEGIN = re.compile(r"""\s*(?:<[?!\w]|\{|\[\s*(?:$|[\[{"0-9-]))""")
"""The beginning of a document, and of some code."""

MAX_DEPTH = 100
"""Maximum depth of elements in XML, which the parser holds in memory."""

WINDOW = 1 << 14
"""Number of characters in which the walk searches for the place of a value; some are written in another way."""

VARIANT, DIAGONAL = "variant", "x"
"""Key and value in an object whose puzzle is a diagonal Sudoku."""

SHAPE = "shape"
"""Key of the shape in a certificate."""

VARIANT_NEEDED = "the option --variant x for a diagonal Sudoku"
"""What such a puzzle expects."""

UNKNOWN = "?"
"""Stands for a number that is no digit."""

TOKEN = re.compile(r"\S")
"""The beginning of a JSON value."""

Found = Entry | MalformedInputError
Place = tuple[int, int]
"""A line and a column, from 1."""


def states_diagonals(members: Mapping[str, object]) -> bool:
    """Return whether an object states that its puzzle is a diagonal Sudoku, by its variant or by its shape."""
    return members.get(VARIANT) == DIAGONAL or str(members.get(SHAPE, "")).endswith("+x")


def read(source: NumberedLines, shape: Shape) -> Iterator[Found]:
    """Yield the puzzles of a document, and an error for each malformed grid; a puzzle without a label gets its number.

    Raises MalformedInputError at the first character that is neither JSON nor XML, or if there is no grid.
    """
    first = next((line for line in source if line), "")
    name, read_entries = ("XML", _read_xml) if first.lstrip().startswith("<") else ("JSON", _read_json)
    number = 0
    for number, entry in enumerate(read_entries(first, source, shape), 1):
        if isinstance(entry, Entry) and not entry.label:
            yield entry._replace(label=f"puzzle {number}")
        else:
            yield entry
    if not number:
        raise MalformedInputError(1, 1, f"a grid of {shape.cells} cells in the {name}", "none")


def grid_text(value: object, shape: Shape) -> str | None:
    """Return the text of a value that is a grid, or should be one: a string or a list of cells or rows; else None.

    Numbers that are no digits become `UNKNOWN`.
    """
    if isinstance(value, str):
        text = "".join(value.split())
        is_cells = INVALID not in text.encode("latin-1", "replace").translate(byte_values(shape))
        return text if (is_cells and len(text) > 3 * shape.side) or is_malformed(text, shape) else None
    if not isinstance(value, list):
        return None
    rows = cast("list[object]", value)
    cells = [cell for row in rows for cell in (cast("list[object]", row) if isinstance(row, list) else [row])]
    is_near = abs(len(cells) - shape.cells) <= shape.side or len(cells) in (shape.side, shape.side + 1)
    if not is_near or not {type(cell) for cell in cells} <= _CELL_TYPES:
        return None
    known = _known_cells(shape)
    texts = [known.get(cell) or (cell if isinstance(cell, str) else UNKNOWN) for cell in cells]
    is_near = abs(sum(map(len, texts)) - shape.cells) <= shape.side
    return "".join(texts) if is_near and all(len(text) in (1, shape.side) for text in texts) else None


_CELL_TYPES = {int, float, str, type(None)}


@cache
def _known_cells(shape: Shape) -> Mapping[object, str]:
    """Return the characters of the values that are cells in a list, except for longer texts."""
    return {None: EMPTY[0], "": EMPTY[0], **dict(enumerate(f"0{DIGITS[: shape.side]}"))}


def _texts(members: Mapping[str, object], shape: Shape) -> dict[str, str]:
    """Return the texts of the members that are grids, or should be."""
    return {name: text for name, value in members.items() if (text := grid_text(value, shape)) is not None}


def _read_object(
    members: Mapping[str, object],
    texts: dict[str, str],
    place: Place,
    shape: Shape,
    places: Mapping[str, Place] = MappingProxyType({}),
) -> Iterator[Found]:
    """Yield the puzzle of an object or an element, with its solution and label, if it has a grid.

    `texts` are those of its grids. `place` is the place of the object, and `places` those of members. Of further grids,
    those that are no states of the puzzle are puzzles, too. Yields the error of a malformed grid, or of another value
    under the usual name of a puzzle.
    """
    for name, value in members.items() if not texts else ():
        if name.lower() in PUZZLE_COLUMNS and (
            isinstance(value, (int, float))
            or value in (None, "")
            or (isinstance(value, str) and not WORD.search(value))
        ):
            found = quote(json.dumps(value))
            yield MalformedInputError(*places.get(name, place), f"a grid of {shape.cells} cells as {name}", found)
    if texts and states_diagonals(members) and not shape.diagonals:
        yield MalformedInputError(*places.get(VARIANT, place), VARIANT_NEEDED, quote(DIAGONAL))
        return
    grids = {name: plain_grid(text, shape) for name, text in texts.items()}
    has_puzzle = any(grid and not grid.is_full for grid in grids.values())
    for name, text in list(texts.items()):
        if UNKNOWN in text and has_puzzle and name.lower() not in PUZZLE_COLUMNS + SOLUTION_COLUMNS:
            del texts[name]
        elif grids[name] is None:
            yield _at(places.get(name, place), text, shape)
            return
    names, fields = list(texts), list(texts.values())
    puzzle = _named(names, PUZZLE_COLUMNS)
    puzzle = find_puzzle(fields, shape) if puzzle is None else puzzle
    if puzzle is None:
        return
    solution = _named(names, SOLUTION_COLUMNS)
    solution = find_solution(fields, shape, puzzle) if solution in (None, puzzle) else solution
    clues = grids[names[puzzle]]
    is_named = names[puzzle].lower() in PUZZLE_COLUMNS
    others = [name for name in names if clues and not is_named and is_another_puzzle(texts[name], clues)]
    label = " ".join(str(value) for name, value in members.items() if name not in texts and is_label(value))
    for name in (names[puzzle], *others):
        given = names[solution] if solution is not None and name == names[puzzle] else None
        try:
            yield Entry.read(
                texts[name],
                place[0],
                shape,
                None if given is None else texts[given],
                columns=(places.get(name, place)[1], places.get(given or name, place)[1]),
                rest="the grid",
                solution_in=f"key {given!r}",
                label=f"{name} {label}".strip() if others else label,
                puzzle_in=f"key {name!r}" if name else "",
            )
        except MalformedInputError as error:
            yield error.with_traceback(None)


def _at(place: Place, text: str, shape: Shape) -> MalformedInputError:
    """Return the error of a text that is no grid, at the place of its value."""
    try:
        read_grid(text, 1, shape, rest="the grid")
    except MalformedInputError as error:
        found = "a number that is no digit" if error.found == repr(UNKNOWN) else error.found
        return MalformedInputError(*place, error.expected, found)
    raise AssertionError(text)


def _named(names: list[str], usual: tuple[str, ...]) -> int | None:
    return next((place for place, name in enumerate(names) if name.lower() in usual), None)


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Return the members of an object; raises ValueError for a repeated key."""
    members = dict(items := list(pairs))
    if len(members) < len(items):
        raise ValueError("a key is repeated")
    return members


def is_label(value: object) -> bool:
    """Return whether a value beside a grid is part of its label."""
    return isinstance(value, (str, int, float)) and value != ""


def _read_json(first: str, source: NumberedLines, shape: Shape) -> Iterator[Found]:
    lines, size = ["\n" * (source.number - 1) + first], len(first)
    for _ in source:
        lines.append(source.unstripped)
        size += len(source.unstripped) + 1
        if size > MAX_DOCUMENT_BYTES:
            expected = f"a JSON document of at most {MAX_DOCUMENT_BYTES:,} characters, or JSON Lines"
            raise MalformedInputError(source.number, 1, expected, "a longer one")
    text = "\n".join(lines)
    try:
        values = parse(text)
    except json.JSONDecodeError as error:
        raise MalformedInputError(error.lineno, error.colno, "JSON", quote(text[error.pos :])) from None
    except (ValueError, RecursionError):  # thousands of digits or brackets
        raise MalformedInputError(1, 1, "JSON without repeated keys", quote(text)) from None
    return chain.from_iterable(map(_Walk(text, shape).entries, values))


def parse(text: str) -> list[object]:
    """Return the values of a JSON text, one or several; raises ValueError, or RecursionError for deep brackets."""
    values, at, decoder = list[object](), 0, json.JSONDecoder(object_pairs_hook=_unique)
    while token := TOKEN.search(text, at):
        value, at = decoder.raw_decode(text, token.start())
        values.append(value)
    return values


class _Walk:
    """A walk through a JSON document that follows its values in the text, for their places."""

    def __init__(self, text: str, shape: Shape) -> None:
        self._text, self._shape = text, shape
        self._at, self._line, self._begin = 0, 1, 0

    def entries(self, value: object) -> Iterator[Found]:
        """Yield the puzzles in a value, and the errors of malformed grids."""
        if isinstance(value, dict):
            members, place, places = cast("dict[str, object]", value), self._seek("{"), dict[str, Place]()
            texts = _texts(members, self._shape)
            for name, member in members.items():
                places[name] = self._seek(json.dumps(name, ensure_ascii=False))
                if name in texts:
                    self._skip(member)
                else:
                    yield from self.entries(member)
            yield from _read_object(members, texts, place, self._shape, places)
        elif (text := grid_text(value, self._shape)) is not None:
            place = self._seek(json.dumps(value, ensure_ascii=False) if isinstance(value, str) else "[")
            yield from _read_object({}, {"": text}, place, self._shape)
            self._skip(value, 1)
        elif isinstance(value, list):
            items, place = cast("list[object]", value), self._seek("[")
            if items and all(self._is_row(item) for item in items):
                yield MalformedInputError(*place, f"{self._shape.side} rows", f"{len(items)}")
            for item in items:
                yield from self.entries(item)

    def _is_row(self, value: object) -> bool:
        cells = cast("list[object]", value) if isinstance(value, list) else []
        return len(cells) == self._shape.side and {type(cell) for cell in cells} <= _CELL_TYPES

    def _seek(self, token: str) -> Place:
        """Move behind the next occurrence of a token, and return its place."""
        found = max(self._text.find(token, self._at, self._at + WINDOW), self._at)
        if lines := self._text.count("\n", self._at, found):
            self._line += lines
            self._begin = self._text.rfind("\n", self._at, found) + 1
        self._at = found + len(token)
        return self._line, found - self._begin + 1

    def _skip(self, value: object, behind: int = 0) -> None:
        """Move behind the brackets of a list and its lists, except for those that the walk is `behind` already."""
        if isinstance(value, list):
            lists = 1 + sum(isinstance(item, list) for item in cast("list[object]", value))
            for _ in range(lists - behind):
                self._seek("[")


def _read_xml(first: str, source: NumberedLines, shape: Shape) -> Iterator[Found]:
    """Read XML line by line; a document with entities is refused."""
    found, texts = list[Found](), list[tuple[Place, str]]()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    depth = 0

    def place() -> Place:
        return source.number, parser.CurrentColumnNumber + 1

    def start(_name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise MalformedInputError(*place(), f"at most {MAX_DEPTH} nested elements", "more")
        flush()
        found.extend(_read_object(attributes, _texts(attributes, shape), place(), shape))

    def text(data: str) -> None:
        if len(texts) <= shape.cells:  # a longer text is no grid
            texts.append((place(), data))

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        flush()

    def flush() -> None:
        if texts:
            text = grid_text("".join(data for _, data in texts), shape)
            found.extend(_read_object({}, {} if text is None else {"": text}, texts[0][0], shape))
            texts.clear()

    def refuse(*_: object) -> None:
        raise MalformedInputError(*place(), "XML without entities", "an entity")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = text, refuse
    try:
        parser.Parse(f"{first}\n")
        for _ in source:
            yield from found
            found.clear()
            parser.Parse(f"{source.unstripped}\n")
        parser.Parse("", True)
    except expat.ExpatError as error:
        yield from found
        raise MalformedInputError(source.number, error.offset + 1, "XML", expat.ErrorString(error.code)) from None
    yield from found
