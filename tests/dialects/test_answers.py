"""Answers in any form, and those of tables."""

import pytest

from crosscover.dialects import MalformedInputError
from crosscover.dialects.interface import unread
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Declined, Failed, Response

from .samples import ANSWER, ANSWER_BOXES, ANSWER_ROWS, PUZZLE, SECOND_ANSWER, responses

FIRST = Answered(Grid.parse(ANSWER))
SECOND = Answered(Grid.parse(SECOND_ANSWER))
SECOND_ROWS = "".join(f"{' '.join(SECOND_ANSWER[start : start + 9])}\n" for start in range(0, 81, 9))
LARGE = Grid.simplest(Shape(4, 4))


def malformed(line: int, text: str) -> Failed:
    """The response for text with digits that is no grid."""
    return unread(MalformedInputError(line, 1, "81 cells", repr(text if len(text) <= 40 else f"{text[:37]}...")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ANSWER}\n{SECOND_ANSWER}\n", [FIRST, SECOND]),
        (f"{ANSWER}\n\n{SECOND_ANSWER}\n", [FIRST, "", SECOND]),
        (f"{ANSWER}\nimpossible \n{SECOND_ANSWER}", [FIRST, "impossible", SECOND]),
        (f"{PUZZLE}\n", [Answered(Grid.parse(PUZZLE))]),
        (f"{ANSWER[:80]}\n", [malformed(1, ANSWER[:80])]),
        (f"{ANSWER[:8]}!{ANSWER[9:]}\n", [malformed(1, f"{ANSWER[:8]}!{ANSWER[9:]}")]),
        (f"{ANSWER[:8]}?{ANSWER[9:]}\n", [Answered(Grid.parse(f"{ANSWER[:8]}.{ANSWER[9:]}"))]),
        (f"Solution 1: {ANSWER}\n", [FIRST]),
        (f"3) => {ANSWER} (12 ms)\n", [FIRST]),
        (f"[{', '.join(ANSWER)}]\n", [FIRST]),
        (f"\x1b[2J\x1b[1;32m{ANSWER}\x1b[0m\n", [FIRST]),
        (f"{ANSWER} {SECOND_ANSWER}\n", [FIRST, SECOND]),
        ("\x00\u00e9\n", ["\x00\u00e9"]),
        (ANSWER_ROWS + SECOND_ROWS, [FIRST, SECOND]),
        (ANSWER_ROWS.replace(" ", ""), [FIRST]),
        (f"{ANSWER_ROWS}no solution\n{SECOND_ROWS}", [FIRST, "no solution", SECOND]),
        (f"Case #1:\n{ANSWER_ROWS}{SECOND_ROWS}", [malformed(1, "Case #1:"), FIRST, SECOND]),
        (f"{ANSWER_ROWS}took 5 ms\n", [FIRST, malformed(10, "took 5 ms")]),
        (ANSWER_ROWS.replace("\n", "\n---\n", 3), [FIRST]),
        (
            f"{ANSWER_BOXES}\nimpossible\n\n{ANSWER_BOXES}",
            [FIRST, "", "impossible", "", FIRST],
        ),
    ],
)
def test_any_form(text: str, expected: list[Response | str]) -> None:
    """Grids are read in any form; a line without digits is a refusal, and other text is malformed."""
    assert responses("lines", text) == expected


def test_a_missing_row_spoils_one_grid() -> None:
    """A grid that lacks a row is malformed, and the grid after it is read."""
    assert responses("grid", f"{ANSWER_ROWS[18:]}done\n{SECOND_ROWS}")[1:] == ["done", SECOND]


@pytest.mark.parametrize("separator", ["", " "])
@pytest.mark.parametrize("size", [16, 256])
def test_large_grids(size: int, separator: str) -> None:
    """With more than 9 digits, the cells of a row or grid are characters or numbers."""
    cells = list(str(LARGE)) if not separator else [str(value) for value in LARGE.values]
    text = "".join(f"{separator.join(cells[start : start + size])}\n" for start in range(0, 256, size))
    assert responses("grid", f"{text}no solution\n{text}", LARGE.shape) == [
        Answered(LARGE),
        "no solution",
        Answered(LARGE),
    ]


def test_table_without_header() -> None:
    """Without a header no row of a table can be read."""
    expected = unread(MalformedInputError(1, 1, "one column 'solution'", f"the columns '{ANSWER[:37]}...'"))
    assert responses("csv", f"{ANSWER}\n") == [expected]


def test_rows_of_a_table() -> None:
    """The solution may be in any column; an empty field is a refusal, and a short row is malformed."""
    text = f"solution,n\n{ANSWER},1\n,2\nnone,3\n{ANSWER}\n"
    expected = [
        FIRST,
        Declined(),
        Declined(),
        unread(MalformedInputError(5, 82, "as many fields as in the header, 2", "1")),
    ]
    assert [responses("csv", text.replace(",", separator)) for separator in ",;\t"] == [expected] * 3
    assert responses("csv", f"solution\n\n{ANSWER}\n") == ["", FIRST]
