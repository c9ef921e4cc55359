"""JSON Lines: one object per line for each puzzle and each answer; docs/reference/protocol.md describes both.

Every language has a JSON library, and each answer names its kind, so the format is read strictly.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated, message_pattern

from .cells import encode, read_grid
from .documents import DIAGONAL, VARIANT, VARIANT_NEEDED, grid_text, is_label, states_diagonals
from .interface import Entry, is_another_puzzle, unread
from .numbered_lines import MalformedInputError, NumberedLines, quote
from .separated import PUZZLE_COLUMNS, Columns

PUZZLE, SOLUTION, BOX = "puzzle", "solution", "box"
VALUES = {SOLUTION: "", "refusal": "'none' or 'several'", "count": "a whole number from 0", "error": "a string"}
"""The keys of answers, and descriptions of all values except the first."""


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with any solutions, or the error of a malformed line; blank lines are skipped.

    An object contains the key `puzzle`, and may contain `solution`, `box` with the rows and columns of a box, the
    `variant` `x` of a diagonal Sudoku, and other keys. Without the keys `puzzle` or `solution`, the puzzle or the
    solution is found as in a table.
    """
    entry = None
    for entry in _each_line(source, partial(_entry, shape=shape)):
        yield entry
    if entry is None:
        raise source.missing(f"an object with the key {PUZZLE!r}")


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Response]:
    """Yield a response for each line; blank lines are skipped."""
    for found in _each_line(source, partial(_response, shape=shape)):
        yield unread(found) if isinstance(found, MalformedInputError) else found


def layout(puzzle: Grid, empty: str) -> list[str]:
    """Return the line of a puzzle."""
    shape = puzzle.shape
    box = {} if shape.plain == Shape() else {BOX: [shape.box_rows, shape.box_columns]}
    variant = {VARIANT: DIAGONAL} if shape.diagonals else {}
    return [json.dumps({PUZZLE: encode(puzzle, empty)} | box | variant)]


def _each_line(source: NumberedLines, parse: Callable[["_Object"], Any]) -> Iterator[Any]:
    for line in filter(None, source):
        try:
            yield parse(_Object(line, source.number))
        except MalformedInputError as error:
            yield error.with_traceback(None)


class _Object:
    """The object on a line; raises MalformedInputError for other texts and for repeated keys."""

    __slots__ = ("line", "members", "number")

    def __init__(self, line: str, number: int) -> None:
        self.line = line
        self.number = number
        expected = "an object in JSON without repeated keys"
        try:
            start = 0 if line[0] == "{" else len(line) - len(line.lstrip())
            pairs, end = _DECODER.raw_decode(line, start)
            if end < len(line):
                raise json.JSONDecodeError("Extra data", line, len(line) - len(line[end:].lstrip()))
            is_object = line[start] == "{"
            self.members: dict[str, Any] = dict(pairs) if is_object else {}
            if is_object and len(self.members) < len(pairs):
                raise ValueError("a key is repeated")
        except (ValueError, RecursionError) as error:  # including thousands of digits or brackets
            place = error.pos if isinstance(error, json.JSONDecodeError) else 0
            found = quote(line[place:]) if line[place:].strip() else "the end of the line"
            raise MalformedInputError(number, place + 1, expected, found) from None
        if not is_object:
            raise self.malformed(expected)

    def malformed(self, expected: str, key: str | None = None) -> MalformedInputError:
        """Return the error for the value of a key, at the key, or for the whole object."""
        place = 0 if key is None else max(self.line.find(f'"{key}"'), 0)
        expected = expected if key is None else f"{expected} as {key}"
        return MalformedInputError(self.number, place + 1, expected, quote(self.line[place:]))

    def cells(self, key: str, shape: Shape) -> str:
        """Return the text of the grid under a key, a string or a list; raises MalformedInputError."""
        value = self.members[key]
        text = value if isinstance(value, str) else grid_text(value, shape)
        if text is None:
            raise self.malformed(f"a string of {shape.cells} cells", key)
        return text


def _entry(found: _Object, shape: Shape) -> Entry:
    members = found.members
    puzzle = PUZZLE if PUZZLE in members else None
    solution = SOLUTION if SOLUTION in members else None
    if puzzle is None or solution is None or members[solution] is None:
        texts = {key: value if isinstance(value, str) else grid_text(value, shape) for key, value in members.items()}
        names = [key for key, text in texts.items() if text is not None or key in {puzzle, solution}]
        try:
            columns, row = Columns(puzzle), [texts[name] for name in names]
            place, usual = columns.find(names, row, shape)
        except MalformedInputError:
            raise found.malformed(f"an object with the key {PUZZLE!r}") from None
        other = columns.solution_column(row, place, usual, shape)
        puzzle, solution = names[place], None if other is None else names[other]
    if BOX in members and json.dumps(members[BOX]) != json.dumps(box := [shape.box_rows, shape.box_columns]):
        raise found.malformed(f"{box}", BOX)
    is_diagonal = states_diagonals(members)
    if is_diagonal and not shape.diagonals:
        raise MalformedInputError(found.number, 1, VARIANT_NEEDED, quote(found.line))
    answer = None if solution is None or members[solution] is None else found.cells(solution, shape)
    known = {puzzle, solution, *([VARIANT] if is_diagonal else [])}
    others = [key for key in members if key not in known] if len(members) > 2 or answer is None else []
    label = " ".join(str(members[key]) for key in others if is_label(members[key]))
    entry = Entry.read(
        found.cells(puzzle, shape),
        found.number,
        shape,
        answer,
        text=found.line,
        rest="the string",
        solution_in=f"key {solution!r}",
        label=label,
        puzzle_in=f"key {puzzle!r}",
    )
    for key in others if puzzle.lower() not in PUZZLE_COLUMNS else ():
        if is_another_puzzle(members[key], entry.puzzle):
            raise found.malformed("no other puzzle", key)
    return entry


def _response(found: _Object, shape: Shape) -> Response:
    expected = f"an object with one key out of {', '.join(VALUES)}"
    if len(found.members) != 1:
        raise MalformedInputError(found.number, 1, expected, f"{len(found.members)} keys")
    [(key, value)] = found.members.items()
    match key, value:
        case "solution", _:
            text = found.cells(SOLUTION, shape)
            column = max(found.line.rfind(text), 0) + 1
            return Answered(read_grid(text, found.number, shape, column=column, rest="the string", full=True))
        case "refusal", "none":
            return Declined()
        case "refusal", "several":
            return Stated()
        case "count", int(number) if type(number) is int and 0 <= number < 10**18:
            return Counted(number)
        case "error", str(reason):
            shown = reason[:200]
            return Failed(Fault.RAISED, f"answered with the error {shown!r}", variant=message_pattern(shown))
        case _ if key in VALUES:
            raise found.malformed(VALUES[key], key)
        case _:
            raise MalformedInputError(found.number, 1, expected, repr(key))


_DECODER = json.JSONDecoder(object_pairs_hook=tuple)  # a function in Python would cost as much as the decoder
