"""JSON Lines: one object per line for each puzzle, and for each answer; docs/reference/protocol.md describes both.

Any language reads and writes it with its own library, and each reply names its kind. So it is read strictly.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NoReturn, cast

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
    box = [shape.box_rows, shape.box_columns]
    if json.dumps(members.get(BOX, box)) != json.dumps(box):
        raise _error(line, number, BOX, f"{box}")
    puzzle, solution = _grid(members, PUZZLE, line, number, shape), None
    if members.get(SOLUTION) is not None:
        solution = _grid(members, SOLUTION, line, number, shape)
    return Entry(puzzle, number, solution=solution)


def _reply(text: str, line: int, shape: Shape) -> Reply:
    members = _members(text, line)
    expected = f"an object with one key out of {', '.join((SOLUTION, REFUSAL, COUNT, ERROR))}"
    if len(members) != 1:
        raise MalformedInputError(line, 1, expected, f"{len(members)} keys")
    [(key, value)] = members.items()
    match key, value:
        case "solution", _:
            return Answer(_grid(members, SOLUTION, text, line, shape))
        case "refusal", "none" | "several":
            return Refusal(value)
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
            raise MalformedInputError(line, 1, expected, repr(key))
    raise _error(text, line, key, expected)


def _grid(members: Mapping[str, object], key: str, line: str, number: int, shape: Shape) -> Grid:
    """The grid under a key, without empty cells if it is a solution; raises MalformedInputError."""
    text = members[key]
    if not isinstance(text, str):
        raise _error(line, number, key, f"a string of {shape.cells} cells")
    column = max(line.find(text, line.find(f'"{key}"')), 0) + 1
    return (full_grid if key == SOLUTION else grid)(text, number, shape, column=column, rest="the string")


def _error(line: str, number: int, key: str, expected: str) -> MalformedInputError:
    """The error for a value, at its key."""
    place = max(line.find(f'"{key}"'), 0)
    return MalformedInputError(number, place + 1, f"{expected} as {key}", quote(line[place:]))


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key is repeated")
    return members


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_reject_constant)


def _members(line: str, number: int) -> dict[str, Any]:
    """The members of the object on a line; raises MalformedInputError, also for repeated keys."""
    try:
        value = _DECODER.decode(line)
    except (ValueError, RecursionError) as error:  # also for NaN, thousands of digits or brackets
        place = error.pos if isinstance(error, json.JSONDecodeError) else 0
        found = quote(line[place:]) if line[place:].strip() else "the end of the line"
        raise MalformedInputError(number, place + 1, "an object in JSON without repeated keys", found) from None
    if not isinstance(value, dict):
        raise MalformedInputError(number, 1, "an object in JSON without repeated keys", quote(line))
    return cast("dict[str, Any]", value)


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
