"""JSON Lines: one object per line for each puzzle, and for each answer; docs/reference/protocol.md describes both.

Any language reads and writes it with its own library, and each reply names its kind. So it is read strictly.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple, NoReturn

from crosscover.reference import Grid, Shape

from .cells import encode, full_grid, grid
from .interface import Answer, Claim, Count, Dialect, Entry, Refusal, Reply, ReportedError
from .text import MalformedInputError, NumberedLines, quote

BOX = "box"
COUNT = "count"
ERROR = "error"
PUZZLE = "puzzle"
REFUSAL = "refusal"
SOLUTION = "solution"

NO_SOLUTION = "none"
"""The refusal of a puzzle without a solution."""

SEVERAL_SOLUTIONS = "several"
"""The refusal of a puzzle with several solutions, under the contract `unique`."""

MAX_COUNT = 10**18
"""Upper bound (exclusive) of a count of solutions."""


class Member(NamedTuple):
    """A value in an object, and the columns at which its key and the value begin."""

    value: Any
    key_column: int
    column: int

    def grid(self, line: int, shape: Shape, *, full: bool) -> Grid:
        """The grid in a string, without empty cells if it must be full; raises MalformedInputError."""
        if not isinstance(self.value, str):
            raise MalformedInputError(line, self.column, f"a string of {shape.cells} cells", _show(self.value))
        return (full_grid if full else grid)(self.value, line, shape, column=self.column + 1, rest="the string")


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with solutions if there are any, or the error of a line; blank lines are skipped.

    An object has the key `puzzle`, and may have `solution`, `box` with the rows and columns of a box, and other keys.
    """
    return source.each_line(partial(_entry, shape=shape), f"an object with the key {PUZZLE!r}")


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply for each line; blank lines are skipped."""
    return source.each_line(partial(_reply, shape=shape), "")


def layout(puzzle: Grid, empty: str) -> list[str]:
    """The line of a puzzle."""
    fields: dict[str, object] = {PUZZLE: encode(puzzle, empty)}
    if puzzle.shape != Shape():
        fields[BOX] = [puzzle.shape.box_rows, puzzle.shape.box_columns]
    return [json.dumps(fields)]


def tag_reply(answer: Grid | int | None) -> str:
    """The line of a solution, of a number of solutions, or of the refusal of a puzzle that has none."""
    match answer:
        case None:
            return json.dumps({REFUSAL: NO_SOLUTION})
        case int():
            return json.dumps({COUNT: answer})
        case _:
            return json.dumps({SOLUTION: encode(answer)})


def _entry(line: str, number: int, shape: Shape) -> Entry:
    members = _members(line, number)
    if PUZZLE not in members:
        raise MalformedInputError(number, 1, f"an object with the key {PUZZLE!r}", quote(line))
    box, own_box = members.get(BOX), [shape.box_rows, shape.box_columns]
    if box is not None and (box.value != own_box or any(type(size) is not int for size in box.value)):
        raise MalformedInputError(number, box.column, f"the box {own_box}", _show(box.value))
    puzzle, solution = members[PUZZLE].grid(number, shape, full=False), members.get(SOLUTION)
    if solution is None or solution.value is None:
        return Entry(puzzle, number)
    return Entry(puzzle, number, solution=solution.grid(number, shape, full=True))


def _reply(text: str, line: int, shape: Shape) -> Reply:
    members = _members(text, line)
    keys = ", ".join((SOLUTION, REFUSAL, COUNT, ERROR))
    expected = f"an object with one key out of {keys}"
    if len(members) != 1:
        column = list(members.values())[1].key_column if members else 1
        raise MalformedInputError(line, column, expected, f"{len(members)} keys")
    [(key, member)] = members.items()
    match key, member.value:
        case "solution", _:
            return Answer(member.grid(line, shape, full=True))
        case "refusal", "none" | "several":
            return Refusal(member.value)
        case "refusal", _:
            expected = f"{NO_SOLUTION!r} or {SEVERAL_SOLUTIONS!r}"
        case "count", int(number) if type(number) is int and 0 <= number < MAX_COUNT:
            return Count(number)
        case "count", _:
            expected = "a whole number from 0"
        case "error", str(reason):
            return ReportedError(reason)
        case "error", _:
            expected = "a string"
        case _:
            raise MalformedInputError(line, member.key_column, expected, repr(key))
    raise MalformedInputError(line, member.column, expected, _show(member.value))


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_reject_constant)


def _members(line: str, number: int) -> dict[str, Member]:
    """The members of the object on a line; raises MalformedInputError.

    The standard library reads the values. Its reader of objects accepts repeated keys, and hides where values begin.
    """
    members: dict[str, Member] = {}

    def expect(place: int, characters: str) -> int:
        place = _skip_blanks(line, place)
        if line[place : place + 1] not in characters or place == len(line):
            raise MalformedInputError(number, place + 1, " or ".join(map(repr, characters)), _rest(line, place))
        return place

    place = expect(0, "{")
    if line[_skip_blanks(line, place + 1) :][:1] == "}":
        place = _skip_blanks(line, place + 1)
    while line[place] != "}":
        start = expect(place + 1, '"')
        key, end = _decode(line, start, number)
        value_start = _skip_blanks(line, expect(end, ":") + 1)
        value, end = _decode(line, value_start, number)
        if key in members:
            raise MalformedInputError(number, start + 1, f"one key {key!r}", "two")
        members[key] = Member(value, start + 1, value_start + 1)
        place = expect(end, ",}")
    rest = _skip_blanks(line, place + 1)
    if rest < len(line):
        raise MalformedInputError(number, rest + 1, "the end of the line after the object", quote(line[rest:]))
    return members


def _decode(line: str, place: int, number: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(line, place)
    except (ValueError, RecursionError) as error:  # also for NaN, thousands of digits or brackets
        place = error.pos if isinstance(error, json.JSONDecodeError) else place
        raise MalformedInputError(number, place + 1, "a value in JSON", _rest(line, place)) from None


def _skip_blanks(line: str, place: int) -> int:
    while line[place : place + 1] in (" ", "\t"):
        place += 1
    return place


def _rest(line: str, place: int) -> str:
    return quote(line[place:]) if line[place:].strip() else "the end of the line"


def _show(value: object) -> str:
    try:
        return quote(value if isinstance(value, str) else json.dumps(value))
    except RecursionError:  # reading needs a few levels less
        return "nested brackets"


JSONL = Dialect(
    "jsonl",
    "a JSON object per line: a puzzle has the key 'puzzle', 81 characters, '.' for an empty cell; an answer has one of "
    "'solution', 'refusal', 'count' and 'error'",
    read,
    read_answers,
    layout,
    empty_characters=".",
    line_per_puzzle=True,
    words={NO_SOLUTION: Claim.NONE, SEVERAL_SOLUTIONS: Claim.SEVERAL},
    tag_reply=tag_reply,
)
