"""Dialects with one line per row of a puzzle."""

import pytest

from crosscover.reference import Grid, Shape

from .samples import PUZZLE, ROWS, SECOND, error_fields, puzzles, puzzles_before_error

DIGITS = ROWS.replace(" ", "")
counted = pytest.mark.parametrize(("name", "rows"), [("t-grids", ROWS), ("poj2676", DIGITS)])
INTEGER = "an integer from 0 to 9"


def replace_line(line: int, new: str, rows: str = ROWS) -> str:
    """The rows with one, counted from 1, replaced."""
    lines = rows.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


@counted
def test_several_grids(name: str, rows: str) -> None:
    """The number of grids equals the count; blank lines between them are allowed."""
    assert puzzles(name, f"2\n{rows}\n{rows}\n\n") == [PUZZLE, PUZZLE]


@counted
def test_count_of_none(name: str, rows: str) -> None:
    """A count of 0 is an empty list of puzzles, and no text may follow."""
    assert puzzles(name, "0\n") == []
    assert error_fields(name, f"0\n{rows}")[:3] == (2, 1, "nothing after 0 grids")


@counted
def test_missing_grid(name: str, rows: str) -> None:
    """A count larger than the number of grids is refused at the end, after the grids are read."""
    text = f"3\n{rows}{rows}"
    assert error_fields(name, text) == (20, 1, "row 1 of 9 of grid 3 of 3", "the end of the input")
    assert puzzles_before_error(name, text.removesuffix("\n")) == [Grid.parse(PUZZLE)] * 2


@counted
def test_missing_row(name: str, rows: str) -> None:
    """A grid with a missing row is refused at the end."""
    short = "".join(rows.splitlines(keepends=True)[:8])
    assert error_fields(name, f"1\n{short}") == (10, 1, "row 9 of 9 of grid 1 of 1", "the end of the input")


@counted
def test_extra_row(name: str, rows: str) -> None:
    """Text after the last grid is refused."""
    row = rows.splitlines()[0]
    assert error_fields(name, f"1\n{rows}\n{row}\n") == (12, 1, "nothing after the grid", repr(row))


@counted
@pytest.mark.parametrize(
    ("count", "place"),
    [
        ("two", (1, 1, "the number of grids", "'two'")),
        ("-1", (1, 1, "the number of grids", "'-1'")),
        ("2.0", (1, 1, "the number of grids", "'2.0'")),
        (" 1 2", (1, 4, "the end of the line after the number of grids", "'2'")),
        ("9" * 5000, (1, 1, "the number of grids", repr("9" * 5000))),
    ],
)
def test_malformed_count(name: str, rows: str, count: str, place: tuple[int, int, str, str]) -> None:
    """A first line that is not a count is refused."""
    assert error_fields(name, f"{count}\n{rows}") == place


def test_missing_count() -> None:
    """A grid without a count is refused at its second integer."""
    assert error_fields("t-grids", ROWS) == (1, 3, "the end of the line after the number of grids", "'2'")


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("0 2 7 3 8 0 0 1", (4, 16, "9 integers", "8")),
        ("0 2 7 3 8 0 0 1 0 4", (4, 19, "the end of the line after 9 integers", "'4'")),
        ("0 2 7 3 10 0 0 1 0", (4, 9, INTEGER, "'10'")),
        ("0 2 7 3 a 0 0 1 0", (4, 9, INTEGER, "'a'")),
        ("0 2 7 3 . 0 0 1 0", (4, 9, INTEGER, "'.'")),
        ("0 2 7 3 -8 0 0 1 0", (4, 9, INTEGER, "'-8'")),
        ("0 2 7 3 \u0668 0 0 1 0", (4, 9, INTEGER, "'\u0668'")),
        ("027380010", (4, 1, INTEGER, "'027380010'")),
    ],
)
def test_malformed_row_of_integers(row: str, place: tuple[int, int, str, str]) -> None:
    """A row that is not nine integers is refused at the wrong, missing or extra word."""
    assert error_fields("t-grids", f"1\n{replace_line(3, row)}") == place


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("02738001", (4, 9, "9 characters", "8")),
        ("0273800104", (4, 10, "the end of the line after 9 characters", "'4'")),
        ("0273a0010", (4, 5, "a digit from 1 to 9 or '.'", "'a'")),
        ("0 2 7 3 8 0 0 1 0", (4, 2, "a digit from 1 to 9 or '.'", "' '")),
    ],
)
def test_malformed_row_of_digits(row: str, place: tuple[int, int, str, str]) -> None:
    """A row that is not nine digits is refused at the wrong, missing or extra character."""
    assert error_fields("poj2676", f"1\n{replace_line(3, row, DIGITS)}") == place


def test_any_blanks_between_integers() -> None:
    """Integers may be separated and preceded by any blanks and tabs."""
    assert puzzles("grid", ROWS.replace(" ", "   ").replace("\n", "\n\t")) == [PUZZLE]
    assert puzzles("grid", ROWS.replace("5", "05")) == [PUZZLE]


def test_second_grid_without_count() -> None:
    """The dialect of a single grid refuses a second one."""
    assert error_fields("grid", ROWS + ROWS) == (10, 1, "nothing after the grid", "'0 2 7 3 8 0 0 1 0'")


def test_half_a_grid() -> None:
    """A truncated single grid is refused without mention of counts."""
    assert error_fields("grid", ROWS[:36]) == (3, 1, "row 3 of 9", "the end of the input")


def test_other_shapes() -> None:
    """A row has as many integers as the shape has digits, and they may have two digits."""
    shape = Shape(4, 4)
    row = " ".join(["16", *["0"] * 14, "10"])
    assert puzzles("t-grids", "\n".join(["1", *[row] * 16]), shape) == [("G" + "." * 14 + "A") * 16]


def test_second_sample() -> None:
    """Rows with dots are read in dialects without blanks."""
    rows = "\n".join(SECOND[start : start + 9] for start in range(0, 81, 9))
    assert puzzles("poj2676", f"1\n{rows}\n") == [SECOND]
