"""Arguments of functions, and the meaning of their return values."""

import json
from string import ascii_uppercase
from typing import Any

import pytest

from crosscover import contracts
from crosscover.options import Call, Options
from crosscover.reference import Grid, Shape, Unique
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects.answers import argument, grid_in, response_of
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

ROWS = EASY_SOLUTION.rows
TEXT = str(EASY_SOLUTION)
NINE = [TEXT[start : start + 9] for start in range(0, 81, 9)]
NAMED = {f"{row}{column}": TEXT[9 * r + column - 1] for r, row in enumerate("ABCDEFGHI") for column in range(1, 10)}
OPEN = EASY_SOLUTION.with_cell(0, 0)
PARTIAL = OPEN.rows
RIGHT = Answered(EASY_SOLUTION)
ANY, COUNT, UNIQUE = contracts.ANY, contracts.COUNT, contracts.UNIQUE


@pytest.mark.parametrize(
    ("call", "empty", "first"),
    [
        (Call.TEXT, None, "53..7...."),
        (Call.TEXT, "0", "530070000"),
        (Call.ROWS, None, [5, 3, 0, 0, 7, 0, 0, 0, 0]),
        (Call.ROWS, "None", [5, 3, None, None, 7, None, None, None, None]),
        (Call.ROWS, ".", [5, 3, ".", ".", 7, ".", ".", ".", "."]),
        (Call.BOARD, None, ["5", "3", ".", ".", "7", ".", ".", ".", "."]),
        (Call.BOARD, "", ["5", "3", "", "", "7", "", "", "", ""]),
        (Call.CELLS, None, [5, 3, 0, 0, 7, 0, 0, 0, 0]),
    ],
)
def test_arguments(call: Call, empty: str | None, first: object) -> None:
    """A puzzle becomes text, rows of numbers or characters, or cells, with any empty cell."""
    made: Any = argument(EASY, Options(call=call, empty=empty))

    assert (made[0] if call in (Call.ROWS, Call.BOARD) else made[:9]) == first


@pytest.mark.parametrize(
    "record",
    [
        TEXT,
        TEXT + "\n",
        "\n".join(NINE),
        " ".join(TEXT),
        ROWS,
        NINE,
        [list(row) for row in NINE],
        [float(digit) for row in ROWS for digit in row],
        {"returned": NAMED},
        [True, ROWS],
        [ROWS, 17],
        [ROWS],
        {"items": [ROWS]},
        {"items": [ROWS, PARTIAL]},
        {"returned": None, "argument": ROWS},
        {"returned": True, "argument": ROWS},
        {"returned": 42, "argument": ROWS},
        {"returned": ROWS, "argument": ROWS},
        {"returned": {"board": PARTIAL, "solution": ROWS}},
        {"returned": ROWS, "argument": [ROWS[0], *EASY.rows[1:]]},
        {"returned": {"original": PARTIAL, "board": ROWS, "steps": 7}},
        {"returned": [None, {"start": EASY.rows, "board": {"size": 9, "grid": ROWS}}]},
        {"returned": [[{"row": 1, "_value": digit} for digit in row] for row in ROWS]},
    ],
)
def test_forms_of_a_grid(record: object) -> None:
    """A grid in any usual form is an answer, alone or next to other values, returned or in the argument."""
    assert response_of(json.loads(json.dumps(record)), EASY, Options(call=Call.ROWS)) == RIGHT


@pytest.mark.parametrize(
    ("record", "options", "response"),
    [
        ({"returned": None}, Options(), Declined()),
        ({"returned": False, "argument": PARTIAL}, Options(), Declined()),
        ({"returned": None, "argument": EASY.rows}, Options(), Declined()),
        ({"returned": None, "argument": PARTIAL}, Options(), Answered(OPEN)),
        ({"returned": None, "argument": PARTIAL}, Options(contract=ANY), Declined()),
        ([False, EASY.rows], Options(), Declined()),
        ({"is_solved": False, "board": EASY.rows}, Options(), Declined()),
        ([EASY.rows, False], Options(), Declined()),
        ("no solution", Options(), Declined()),
        ({"items": []}, Options(), Declined()),
        ([None, {"board": EASY.rows}], Options(), Declined()),
        ([None, {"board": PARTIAL}], Options(), Answered(OPEN)),
        ([None, {"board": PARTIAL}], Options(contract=ANY), Declined()),
        ([True, {"first": EASY.rows, "board": {"rows": EASY.rows}}], Options(), Answered(EASY)),
        (
            {"raised": "ValueError", "exception": ["ValueError", "Exception"], "memory": False},
            Options(refuse_on="Exception"),
            Declined(),
        ),
        (1, Options(contract=COUNT), Counted(1)),
        ({"items": [ROWS, ROWS]}, Options(contract=COUNT), Counted(2)),
        ("several", Options(contract=UNIQUE), Stated()),
        ({"items": [ROWS, ROWS]}, Options(contract=UNIQUE), Stated()),
    ],
)
def test_refusals_numbers_and_words(record: object, options: Options, response: Response) -> None:
    """The contract decides what else is an answer."""
    assert response_of(record, EASY, options) == response


def test_a_full_puzzle_that_stays_as_it_is() -> None:
    """A full grid left in place is its own answer, or a refusal if it breaks a rule."""
    clash = Grid(bytes([3, *EASY_SOLUTION.values[1:]]))

    for puzzle, response in ((EASY_SOLUTION, RIGHT), (clash, Declined())):
        assert response_of({"returned": None, "argument": puzzle.rows}, puzzle, Options(call=Call.ROWS)) == response
        assert response_of({"returned": [None, {"board": puzzle.rows}]}, puzzle, Options(call=Call.ROWS)) == response


@pytest.mark.parametrize("value", [{"board": ROWS, "verbose": False}, [ROWS, False]])
def test_an_option_is_no_refusal(value: object) -> None:
    """False after the grid, or in an attribute such as `verbose`, does not state that a full puzzle is wrong."""
    assert response_of(value, EASY_SOLUTION, Options()) == RIGHT
    assert response_of([False, ROWS], EASY_SOLUTION, Options()) == Declined()


@pytest.mark.parametrize("key", ["{letter}{number}", "({row}, {column})"])
def test_names_of_many_cells(key: str) -> None:
    """An object with a value per cell is a grid with more than 9 digits, too."""
    grid = Grid.simplest(Shape(4, 4))
    value: dict[str, int] = {}
    for cell, digit in enumerate(grid.values):
        row, column = divmod(cell, 16)
        value[key.format(row=row, column=column, letter=ascii_uppercase[row], number=column + 1)] = digit
    assert grid_in(value, grid.shape) == grid


@pytest.mark.parametrize(
    ("opened", "remark"),
    [
        ({"A1": "45"}, "box A1 holds several digits"),
        ({"I9": "19", "A1": "45", "C7": "57"}, "boxes A1, C7 and I9 hold several digits"),
        (dict.fromkeys(("B2", "A1", "A3", "D4"), "123456789"), "boxes A1, A3 and 2 others hold several digits"),
    ],
)
def test_open_boxes(opened: dict[str, str], remark: str) -> None:
    """Boxes with several digits, in any order, are empty cells of a wrong answer that names them."""
    mixed = dict(sorted((NAMED | opened).items(), key=lambda item: item[0][::-1]))
    response = response_of({"returned": mixed}, EASY, Options())
    assert isinstance(response, Answered)
    assert response.grid.values.count(0) == len(opened)
    mismatch = contracts.PROPER.explain(EASY, Unique(EASY_SOLUTION), response)
    assert mismatch is not None
    assert mismatch.kind is contracts.WrongResponse.ANSWER
    assert mismatch.reason.endswith(f"; {remark}")


@pytest.mark.parametrize(
    ("record", "fault", "reason"),
    [
        (TEXT[:80], Fault.MALFORMED, f'returned "{TEXT[:80]}"; expected 81 digits, received 80'),
        (7, Fault.MALFORMED, "returned 7; expected the solution"),
        ([[1, 2, 3]] * 2, Fault.MALFORMED, "returned [[1, 2, 3], [1, 2, 3]]; expected the solution"),
        ([[float("nan")] * 9] * 9, Fault.MALFORMED, "returned [[NaN, "),
        ([[float("inf")] * 9] * 9, Fault.MALFORMED, "returned [[Infinity, "),
        ({"returned": {"A1": 5}}, Fault.MALFORMED, 'returned {"A1": 5}; expected the solution'),
        ({"returned": True}, Fault.MALFORMED, "returned true; expected the solution"),
        ({"items": ["5"]}, Fault.MALFORMED, 'returned "5"; expected 81 digits'),
        ({"returned": ROWS, "argument": ROWS[::-1]}, Fault.MUTATED, "changed the text that it received"),
        ({"returned": PARTIAL, "argument": ROWS}, Fault.MUTATED, "changed the text that it received"),
        (
            {"raised": "KeyError: 1 at s.py:2 in f", "exception": ["KeyError"], "memory": False},
            Fault.RAISED,
            "raised KeyError: 1",
        ),
        (
            {"raised": "MemoryError", "exception": ["MemoryError"], "memory": True},
            Fault.OUT_OF_MEMORY,
            "raised MemoryError",
        ),
        ({"garbled": "{"}, Fault.MALFORMED, 'returned {"garbled": "{"}; expected the solution'),
    ],
)
def test_no_answers(record: object, fault: Fault, reason: str) -> None:
    """The explanation of any other value names its first wrong part."""
    response = response_of(record, EASY, Options())

    assert isinstance(response, Failed)
    assert response.fault is fault
    assert response.reason.startswith(reason)
