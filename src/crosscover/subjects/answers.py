"""What functions receive and return: the argument for a puzzle, and the response that a returned value means.

The workers turn values of Python and JavaScript into the same JSON, without knowing what they mean. A value is a grid
if it holds the digits of all cells: rows or cells as numbers or characters, a text, nine texts, or an object with a
value per cell. A grid may be one item of a list, such as `(True, grid)`, or one attribute of an object. `None` and
booleans refer to the argument, in which the function may have placed its answer.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from crosscover.dialects import Claim
from crosscover.dialects.any_form import only_grid
from crosscover.dialects.text import has_digit
from crosscover.options import Call, Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, message_pattern

SOLUTION_NAMES = ("solution", "solved", "answer", "result")
"""Names of the answer among attributes that are grids."""

_MOST_ITEMS = 4
"""Maximum number of items of a list that has one grid beside other values."""

_EMPTY_WORDS: Mapping[str, Any] = {"None": None, "0": 0, "-1": -1}


def argument(puzzle: Grid, options: Options) -> Any:
    """Return a puzzle in the form of `--call`, with the empty cell of `--empty`."""
    call, empty = options.call, options.empty
    side = puzzle.shape.side
    if call is Call.TEXT:
        return str(puzzle) if empty is None else str(puzzle).replace(EMPTY[0], empty)
    cells: list[Any] = list(str(puzzle)) if call is Call.BOARD else list(puzzle.values)
    default = EMPTY[0] if call is Call.BOARD else 0
    if empty is not None:
        value = None if empty == "None" else empty if call is Call.BOARD else _EMPTY_WORDS.get(empty, empty)
        cells = [value if cell == default else cell for cell in cells]
    return cells if call is Call.CELLS else [cells[start : start + side] for start in range(0, len(cells), side)]


def response_of(record: Any, puzzle: Grid, options: Options) -> Response:  # noqa: PLR0911 - one for each record
    """Return the response that the record of a call means."""
    match record:
        case {"raised": str(raised), "exception": [*names], "memory": bool(no_memory)}:
            if options.refuse_on and set(options.refuse_on.split(",")) & set(cast("list[str]", names)):
                return Declined()
            fault = Fault.OUT_OF_MEMORY if no_memory else Fault.RAISED
            return Failed(fault, f"raised {raised}", str(names[0]) if names else "", message_pattern(raised))
        case {"items": [*items]}:
            return _solutions(items, puzzle, options)
        case {"returned": None | bool() as result, **rest}:
            return _in_place(result, rest.get("argument"), puzzle, options)
        case {"returned": result, "argument": changed} if not options.contract.numbers:
            returned, placed = grid_in(result, puzzle.shape), grid_in(changed, puzzle.shape)
            if returned is None and placed is not None and placed.is_full:  # and, for example, a number of steps
                return Answered(placed)
            if returned is not None and returned != placed:
                reason = f"changed the {options.call.value} that it received, and returned another grid"
                return Failed(Fault.MUTATED, reason)
            return _value(result, puzzle, options)
        case {"returned": result}:
            return _value(result, puzzle, options)
        case dict():
            return Failed(Fault.MALFORMED, f"wrote {record!r:.100} instead of an answer", variant="record")
        case _:
            return _value(record, puzzle, options)


def returns_grid(record: object, shape: Shape) -> bool:
    """Whether a function returned a grid itself, instead of leaving it in its argument."""
    value = cast("dict[str, object]", record).get("returned") if isinstance(record, dict) else record
    return grid_in(value, shape) is not None


def grid_in(value: object, shape: Shape) -> Grid | None:
    """Return the grid that a value is, in any form; None for another value."""
    if isinstance(value, str):
        return _grid_of_text(value, shape)
    if isinstance(value, dict):
        named = sorted(cast("dict[str, object]", value).items(), key=lambda item: (len(item[0]), item[0]))
        if len(named) not in (shape.side, shape.cells):
            return None
        value = [item for _, item in named]
    if not isinstance(value, list) or len(value := cast("list[object]", value)) not in (shape.side, shape.cells):
        return None
    if len(value) == shape.side:
        rows = [list(row) if isinstance(row, str) else row for row in value]
        if not all(isinstance(row, list) and len(cast("list[object]", row)) == shape.side for row in rows):
            return _grid_of_text("".join(cast("list[str]", value)), shape) if _are_texts(value) else None
        value = [cell for row in cast("list[list[object]]", rows) for cell in row]
    cells = [_digit(cell) for cell in value]
    if None in cells or max(cast("list[int]", cells)) > shape.side:
        return None
    return Grid(bytes(cast("list[int]", cells)), shape)


def _are_texts(values: list[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _grid_of_text(text: str, shape: Shape) -> Grid | None:
    packed = "".join(text.split())
    try:
        return Grid.parse(packed, shape)
    except ValueError:
        return only_grid(text, shape)


def _digit(cell: object) -> int | None:
    """Return the number of a cell, given as a number or a character; None for other values."""
    match cell:
        case None | "" | " ":
            return 0
        case str():
            return 0 if cell in EMPTY else DIGITS.find(cell) + 1 or None if len(cell) == 1 else None
        case bool():
            return None
        case int() | float():
            return int(cell) if cell == int(cell) and 0 <= cell < len(DIGITS) else None
        case _:
            return None


def _in_place(result: bool | None, changed: object, puzzle: Grid, options: Options) -> Response:  # noqa: PLR0911 - one for each answer
    """The response for None or a bool: False is a refusal, and so is None if the argument is still the same puzzle."""
    if options.contract.numbers:
        return _no_number("a refusal" if not result else "True", options)
    if changed is None:
        reason = "returned True, but a text cannot be solved in place"
        return Failed(Fault.MALFORMED, reason) if result else Declined()
    if result is False:
        return Declined()
    grid = grid_in(changed, puzzle.shape)
    if grid is None:
        return _malformed(changed, puzzle.shape)
    if result or (grid.is_full and grid != puzzle):
        return Answered(grid)
    if grid == puzzle:  # a full puzzle: its own answer, or unsolvable
        return Answered(grid) if grid.is_full and first_violation(grid) is None else Declined()
    return Answered(grid) if options.contract.proper_only else Declined()


def _value(value: object, puzzle: Grid, options: Options) -> Response:  # noqa: PLR0911 - one for each form
    contract, shape = options.contract, puzzle.shape
    if contract.numbers:
        if isinstance(value, int):
            return Counted(value)
        grids = _grids_among(value, shape)
        return _no_number(repr(value)[:100], options) if grids is None else Counted(len(grids))
    if isinstance(value, (int, float)):
        reason = f"returned the number {value}; expected {contract.function}"
        return Failed(Fault.MALFORMED, reason, variant="number")
    if isinstance(value, str):
        return _text(value, options, shape)
    if (grid := grid_in(value, shape)) is not None:
        return Answered(grid)
    if isinstance(value, dict):
        return _named(cast("dict[str, object]", value), puzzle, options)
    if (grids := _grids_among(value, shape)) is not None:
        return _solutions(list(grids), puzzle, options)
    return _beside(cast("list[object]", value), puzzle)


def _grids_among(value: object, shape: Shape) -> list[object] | None:
    """The items of a list of grids; None for another value."""
    if not isinstance(value, list):
        return None
    items = cast("list[object]", value)
    return items if all(grid_in(item, shape) is not None for item in items) else None


def _beside(items: list[object], puzzle: Grid) -> Response:
    """The response for a list that has one grid beside other values, or none beside False or None."""
    grids = [grid for item in items if (grid := grid_in(item, puzzle.shape)) is not None]
    if len(items) <= _MOST_ITEMS and len(grids) <= 1:
        is_refusal = any(item is None or item is False for item in items)
        if is_refusal and (not grids or not grids[0].is_full or grids[0] == puzzle):
            return Declined()
        if grids and not any(item is False for item in items):
            return Answered(grids[0])
    return _malformed(items, puzzle.shape)


def _named(values: dict[str, object], puzzle: Grid, options: Options) -> Response:
    """The response for an object: its solution, its only grid, or its only full grid."""
    grids = {name: grid for name, item in values.items() if (grid := grid_in(item, puzzle.shape)) is not None}
    for name in filter(values.__contains__, SOLUTION_NAMES):
        if values[name] is None or values[name] is False:
            return Declined()
        if name in grids:
            return Answered(grids[name])
    full = {grid for grid in grids.values() if grid.is_full} or set(grids.values())
    if len(full) != 1:
        return _malformed(values, puzzle.shape)
    (grid,) = full
    return Answered(grid) if grid.is_full or options.contract.proper_only else Declined()


def _solutions(items: list[object], puzzle: Grid, options: Options) -> Response:
    """The response for all solutions, or as many as the contract needs."""
    contract = options.contract
    if contract.numbers:
        return Counted(len(items))
    if items and grid_in(items[0], puzzle.shape) is None:
        reason = f"returned an iterator that yields {json.dumps(items[0])[:100]}; expected a grid"
        return Failed(Fault.MALFORMED, reason, variant="iterator")
    if items and (len(items) == 1 or not contract.tells_several):
        return _value(items[0], puzzle, options)
    return contract.read_claim(Claim.SEVERAL if items else Claim.NONE)


def _text(text: str, options: Options, shape: Shape) -> Response:
    contract = options.contract
    if options.refusal is not None and text.strip() == options.refusal:
        return Declined()
    if contract.words and not has_digit(text):
        claim = next((claim for claim in contract.words if claim.value == text.strip()), None)
        if claim is not None:
            return contract.read_claim(claim)
        reason = f"returned {text[:100]!r}; expected {contract.function}"
        return Failed(Fault.MALFORMED, reason, variant="word")
    if (grid := _grid_of_text(text, shape)) is not None:
        return Answered(grid)
    if options.refusal is None and not has_digit(text):
        return Declined()
    return _malformed(text, shape)


def _no_number(shown: str, options: Options) -> Failed:
    reason = f"returned {shown}; expected {options.contract.function}"
    return Failed(Fault.MALFORMED, reason, variant="no number")


def _malformed(value: object, shape: Shape) -> Failed:
    """Explain why a value is no grid, by its first cell that is none if it has rows."""
    shown = re.sub(r"\s+", " ", json.dumps(value, ensure_ascii=False))[:100]
    if isinstance(value, list) and len(value := cast("list[object]", value)) == shape.side:
        for row, items in enumerate(value, 1):
            if not isinstance(items, (list, str)) or len(cast("list[object]", items)) != shape.side:
                wrong = f"row {row} has not {shape.side} cells: {json.dumps(items)[:80]}"
                return Failed(Fault.MALFORMED, f"returned {shape.side} rows; {wrong}", variant="rows")
            for column, cell in enumerate(cast("list[object]", items), 1):
                if (digit := _digit(cell)) is None or digit > shape.side:
                    wrong = f"r{row}c{column} is {json.dumps(cell)[:80]}; expected a digit"
                    return Failed(Fault.MALFORMED, f"returned rows in which {wrong}", variant="cell")
    elif isinstance(value, str):
        digits = sum(map(str.isalnum, value))
        reason = f"returned {shown}: {digits} digits and letters; expected {shape.cells}"
        return Failed(Fault.MALFORMED, reason, variant="text")
    return Failed(Fault.MALFORMED, f"returned {shown}; expected a grid", variant=type(value).__name__)
