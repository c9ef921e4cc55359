"""The argument that a function receives for a puzzle, and the response that its return value means.

The workers encode values of Python and JavaScript as the same JSON, without interpreting them. A value is a grid if it
holds the digits of all cells: rows or cells as numbers or characters, a text, nine texts, or an object with a value
per cell; a cell may be an object with a value. A grid may be one item of a list, such as `(True, grid)`, or one
attribute of an object or of an object in it. `None` and booleans refer to the argument, which may contain the answer.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from crosscover.dialects.any_form import only_grid
from crosscover.dialects.numbered_lines import has_digit
from crosscover.options import Call, Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated, message_pattern

_NESTED_VALUES = 3
"""Levels of values that are searched for a grid: an object, its board, and the attributes of the board."""

_CELL_VALUES = ("value", "val", "digit", "number", "num")
"""Attributes of cells that are objects."""

_SUCCESS = re.compile("solv|solution|success|found|valid|possible|ok|result|answer", re.IGNORECASE)
"""Names of attributes that are False if there is no solution."""

_BOX = re.compile("[A-I][1-9]")
"""The name of a cell in solvers that keep candidates, such as C7 for row 3, column 7."""

_SEVERAL = re.compile("[1-9]{2,9}")

WORDS: Mapping[str, Response] = {"none": Declined(), "several": Stated()}


def argument(puzzle: Grid, options: Options) -> Any:
    """Return a puzzle in the form given by `--call`, with the empty cell given by `--empty`."""
    call, side = options.call, puzzle.shape.side
    empty: Any = options.empty
    if call is Call.TEXT:
        return str(puzzle) if empty is None else str(puzzle).replace(EMPTY[0], empty)
    if call is Call.BOARD:
        empty = {None: EMPTY[0], "None": None}.get(empty, empty)
        cells = [empty if cell == EMPTY[0] else cell for cell in str(puzzle)]
    else:
        empty = {None: 0, "None": None, "0": 0, "-1": -1}.get(empty, empty)
        cells = [cell or empty for cell in puzzle.values]
    return cells if call is Call.CELLS else [cells[start : start + side] for start in range(0, len(cells), side)]


def response_of(record: Any, puzzle: Grid, options: Options) -> Response:  # noqa: PLR0911 - one for each record
    """Return the response that a call record means."""
    match record:
        case {"raised": str(raised), "exception": [*names], "memory": bool(no_memory)}:
            if options.refuse_on and set(re.split(r"[\s,]+", options.refuse_on)) & set(cast("list[str]", names)):
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
            if returned is not None and not _fills_in(placed, puzzle, returned):
                reason = f"changed the {options.call.value} that it received, and returned another grid"
                return Failed(Fault.MUTATED, reason)
            return _value(result, puzzle, options)
        case {"returned": value} | value:
            return _value(value, puzzle, options)


def _fills_in(placed: Grid | None, puzzle: Grid, returned: Grid) -> bool:
    """Return whether a changed argument keeps the clues, and fills cells as the returned grid does."""
    return placed is not None and placed.extends(puzzle) and returned.extends(placed)


def grid_in(value: object, shape: Shape) -> Grid | None:
    """Return the grid that a value represents, in any form; None for other values."""
    if isinstance(value, str):
        try:
            return Grid.parse("".join(value.split()), shape)
        except ValueError:
            return only_grid(value, shape)
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        opened = dict.fromkeys(_open_boxes(named), 0)
        named = named | opened
        value = [named[name] for name in sorted(named, key=_natural_order)]
    if not isinstance(value, list) or len(items := cast("list[object]", value)) not in (shape.side, shape.cells):
        return None
    cells = [_digit(cell) for cell in _cells(items)]
    if len(cells) == shape.cells and None not in cells and max(cast("list[int]", cells)) <= shape.side:
        return Grid(bytes(cast("list[int]", cells)), shape)
    texts = [item for item in items if isinstance(item, str)]
    return only_grid(" ".join(texts), shape) if len(texts) == len(items) else None


def _natural_order(name: str) -> str:
    """Return a key that sorts names by the numbers in them: A2 before A10, and (0, 9) before (0, 10)."""
    return re.sub("[0-9]+", lambda number: number[0].zfill(4), name)


def _open_boxes(value: object) -> list[str]:
    """Return the names of the boxes, from A1 to I9, that hold several digits, as candidates."""
    named = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    if not all(map(_BOX.fullmatch, named)):
        return []
    return [name for name, digits in sorted(named.items()) if isinstance(digits, str) and _SEVERAL.fullmatch(digits)]


def _cells(items: Iterable[object]) -> Iterator[object]:
    for item in items:
        if isinstance(item, list) or (isinstance(item, str) and len(item) > 1):
            yield from _cells(cast("list[object]", item))
        else:
            yield item


def _digit(cell: object) -> int | None:
    match cell:
        case None | "" | " ":
            return 0
        case str():
            return 0 if cell in EMPTY else DIGITS.find(cell) + 1 or None
        case int() | float() if not isinstance(cell, bool) and 0 <= cell < len(DIGITS) and cell == int(cell):
            return int(cell)
        case dict():
            attributes = {name.strip("_"): value for name, value in cast("dict[str, object]", cell).items()}
            for name in _CELL_VALUES:
                if name in attributes:
                    return _digit(attributes[name])
            return None
        case _:
            return None


def _in_place(result: bool | None, changed: object, puzzle: Grid, options: Options) -> Response:
    """Return the response for None or a bool: False is a refusal, as is None if the puzzle is unchanged."""
    if options.contract.numbers or (result and changed is None):
        return _malformed(result, puzzle.shape, options)
    if changed is None or result is False:
        return Declined()
    if (grid := grid_in(changed, puzzle.shape)) is None:
        return _malformed(changed, puzzle.shape, options)
    return Answered(grid) if result or _is_answer_in_place(grid, puzzle, options) else Declined()


def _is_answer_in_place(grid: Grid, puzzle: Grid, options: Options) -> bool:
    if grid == puzzle:  # a full puzzle: its own answer, or unsolvable
        return grid.is_full and first_violation(grid) is None
    return grid.is_full or options.contract.proper_only


def _value(value: Any, puzzle: Grid, options: Options) -> Response:  # noqa: PLR0911 - one for each form
    """Return the response for a grid, a number, a word, several solutions, or several values that include a grid."""
    contract, shape, malformed = options.contract, puzzle.shape, partial(_malformed, value, puzzle.shape, options)
    items = _items(value)
    are_grids = isinstance(value, list) and all(grid_in(item, shape) is not None for item in items)
    if contract.numbers:
        return Counted(len(items)) if are_grids else Counted(value) if isinstance(value, int) else malformed()
    if isinstance(value, str) and contract.words and not has_digit(value):
        return WORDS.get(value.strip()) or malformed()
    if (grid := grid_in(cast("object", value), shape)) is not None:
        return Answered(grid, _remark(_open_boxes(cast("object", value))))
    if are_grids:
        return _solutions(items, puzzle, options)
    grids = _grids_within(items, puzzle)
    solved = {grid for grid in grids if grid.is_full and grid != puzzle}
    is_flag = not isinstance(value, dict) and any(item is False for item in items[1:])
    is_in_place = is_flag or any(item is None for item in items)  # beside an object or an array that holds the answer
    if not solved and is_in_place:
        solved = {grid for grid in grids if _is_answer_in_place(grid, puzzle, options)}
    is_refusal = _refuses(value, items) or (isinstance(value, str) and not has_digit(value))
    if not solved and (is_in_place or is_refusal):
        return Declined()
    if len(solved := solved or grids) != 1:
        return malformed()
    (answer,) = solved
    return Answered(answer) if answer.is_full or contract.proper_only else Declined()


def _remark(boxes: Sequence[str]) -> str:
    """Return what the boxes hold, if there are any: `boxes A3, B7 and 12 others hold several digits`."""
    if len(boxes) < 2:
        return "".join(f"box {name} holds several digits" for name in boxes)
    *first, last = boxes if len(boxes) < 4 else [*boxes[:2], f"{len(boxes) - 2} others"]
    return f"boxes {', '.join(first)} and {last} hold several digits"


def _refuses(value: Any, items: Sequence[object]) -> bool:
    """Return whether False comes first, or in an object under a name that states success; others may be options."""
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        return any(item is False and _SUCCESS.search(name) for name, item in named.items())
    return any(item is False for item in items[:1])


def _items(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*cast("dict[str, object]", value).values()]
    return cast("list[object]", value) if isinstance(value, list) else []


def _grids_within(items: list[object], puzzle: Grid) -> set[Grid]:
    """Return the grids among values, or in values around them, down to the first level with another full grid."""
    found: set[Grid] = set()
    for _ in range(_NESTED_VALUES):
        grids = {id(item): grid for item in items if (grid := grid_in(item, puzzle.shape)) is not None}
        found |= set(grids.values())
        if any(grid.is_full and grid != puzzle for grid in found):
            break
        items = [inner for item in items if id(item) not in grids for inner in _items(item)]
    return found


def _solutions(items: list[object], puzzle: Grid, options: Options) -> Response:
    if options.contract.numbers:
        return Counted(len(items))
    if items and (len(items) == 1 or not options.contract.words):
        return _value(items[0], puzzle, options)
    return Stated() if items else Declined()


def _malformed(value: object, shape: Shape, options: Options) -> Failed:
    expected = options.contract.function
    if isinstance(value, str) and has_digit(value):
        expected = f"{shape.cells} digits, received {sum(map(str.isalnum, value))}"
    shown = re.sub(r"\s+", " ", json.dumps(value, ensure_ascii=False))[:100]
    return Failed(Fault.MALFORMED, f"returned {shown}; expected {expected}", variant=type(value).__name__)
