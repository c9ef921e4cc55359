"""Replies read from malformed output."""

import pytest

from crosscover.dialects import Answer, MalformedInputError, Refusal, Reply, dialect
from crosscover.reference import Grid

from .samples import ANSWER, ANSWER_BOXES, ANSWER_ROWS, PUZZLE, SECOND_ANSWER

FIRST = Answer(Grid.parse(ANSWER))
SECOND = Answer(Grid.parse(SECOND_ANSWER))
CELL = "a digit from 1 to 9 or '.'"
SECOND_ROWS = "".join(f"{' '.join(SECOND_ANSWER[start : start + 9])}\n" for start in range(0, 81, 9))


@pytest.mark.parametrize("name", ["poj3074", "lines"])
@pytest.mark.parametrize(
    ("text", "replies"),
    [
        (f"{ANSWER}\n{SECOND_ANSWER}\n", [FIRST, SECOND]),
        (f"{ANSWER}{SECOND_ANSWER}\n", [MalformedInputError(1, 82, "the end of the line", "2 answers on one line")]),
        (f"{ANSWER}\n\n{SECOND_ANSWER}\n", [FIRST, Refusal(""), SECOND]),
        (f"{ANSWER}\n{SECOND_ANSWER}\n\n", [FIRST, SECOND, Refusal("")]),
        (f"{ANSWER}\nimpossible \n{SECOND_ANSWER}", [FIRST, Refusal("impossible"), SECOND]),
        (f"{PUZZLE}\n", [Answer(Grid.parse(PUZZLE))]),
        (f"{'.' * 81}\n", [Refusal("." * 81)]),
        (f"{ANSWER[:80]}\n", [MalformedInputError(1, 81, "81 characters", "80")]),
        (f"{ANSWER}1\n", [MalformedInputError(1, 82, "the end of the line after 81 characters", "'1'")]),
        (f"{ANSWER[:8]}?{ANSWER[9:]}\n", [MalformedInputError(1, 9, CELL, "'?'")]),
        (f"Solution 1: {ANSWER}\n", [FIRST]),
        (f"3) => {ANSWER} (12 ms)\n", [FIRST]),
        (f" {ANSWER}\n", [FIRST]),
        (f"[{', '.join(ANSWER)}]\n", [FIRST]),
        (f"\x1b[2J\x1b[1;32m{ANSWER}\x1b[0m\n", [FIRST]),
        (f"solved:{ANSWER}.\n", [MalformedInputError(1, 1, CELL, "'s'")]),
        (f"no solution{ANSWER}\n", [MalformedInputError(1, 1, CELL, "'n'")]),
        (f"{ANSWER} {SECOND_ANSWER}\n", [MalformedInputError(1, 82, "the end of the line after 81 characters", "' '")]),
        (f"1 {' '.join(ANSWER)}\n", [MalformedInputError(1, 2, CELL, "' '")]),
        ("2\n", [MalformedInputError(1, 2, "81 characters", "1")]),
        ("\x00\u00e9\n", [Refusal("\x00\u00e9")]),
    ],
)
def test_lines(name: str, text: str, replies: list[Reply]) -> None:
    """Each line, even an empty one, is an answer, a refusal or malformed."""
    assert dialect(name).read_answers(text) == replies


def without_row(row: int, rows: str) -> str:
    """The rows without one, counted from 1."""
    lines = rows.splitlines(keepends=True)
    return "".join(lines[: row - 1] + lines[row:])


@pytest.mark.parametrize(
    ("text", "replies"),
    [
        (ANSWER_ROWS + SECOND_ROWS, [FIRST, SECOND]),
        (f"{ANSWER_ROWS}no solution\n{SECOND_ROWS}", [FIRST, Refusal("no solution"), SECOND]),
        (f"{ANSWER_ROWS}\n{SECOND_ROWS}", [FIRST, Refusal(""), SECOND]),
        (ANSWER_ROWS.replace("\n", "\n\n"), [FIRST, Refusal("")]),
        (f"Case #1:\n{ANSWER_ROWS}{SECOND_ROWS}", [MalformedInputError(1, 1, "row 1 of 9", "'Case #1:'"), SECOND]),
        (
            ANSWER_ROWS.replace("\n", "\n---\n", 1) + SECOND_ROWS,
            [MalformedInputError(2, 1, "row 2 of 9", "'---'"), SECOND],
        ),
        (
            ANSWER_ROWS.replace(" 3 ", " x ", 1) + SECOND_ROWS,
            [MalformedInputError(1, 7, "an integer from 0 to 9", "'x'"), SECOND],
        ),
        (ANSWER_ROWS.replace(" 6\n", "\n", 1) + SECOND_ROWS, [MalformedInputError(1, 16, "9 integers", "8"), SECOND]),
        (without_row(9, ANSWER_ROWS), [MalformedInputError(9, 1, "row 9 of 9", "the end of the output")]),
        (f"{ANSWER_ROWS}took 5 ms\n", [FIRST, MalformedInputError(10, 1, "row 1 of 9", "'took 5 ms'")]),
        (f"{ANSWER}\n", [MalformedInputError(1, 1, "row 1 of 9", f"'{ANSWER[:37]}...'")]),
    ],
)
def test_rows(text: str, replies: list[Reply]) -> None:
    """A malformed line affects only its own grid."""
    assert dialect("t-grids").read_answers(text) == replies


def test_table_without_header() -> None:
    """Without a header no row of a table can be read."""
    malformed = MalformedInputError(1, 1, "the column 'solution'", f"the column '{ANSWER[:37]}...'")
    assert dialect("csv").read_answers(f"{ANSWER}\n") == [malformed]


def test_rows_of_a_table() -> None:
    """The solution may be in any column; an empty field is a refusal, and a short row is malformed."""
    text = f"solution,n\n{ANSWER},1\n,2\nnone,3\n{ANSWER}\n"
    replies = [
        FIRST,
        Refusal(""),
        Refusal("none"),
        MalformedInputError(5, 82, "as many fields as in the header, 2", "1"),
    ]
    assert [dialect("csv").read_answers(text.replace(",", separator)) for separator in ",;\t"] == [replies] * 3


def test_drawings() -> None:
    """Drawings may have blank lines between them, and refusals."""
    text = f"{ANSWER_BOXES}\nimpossible\n\n{ANSWER_BOXES}"
    assert dialect("drawing").read_answers(text) == [FIRST, Refusal("impossible"), FIRST]
