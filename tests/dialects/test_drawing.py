"""Drawings of grids."""

import pytest

from crosscover.dialects import DIALECTS, Formatting
from crosscover.reference import Grid, Shape

from .samples import BOXES, PUZZLE, SECOND, entries, error_fields, puzzles

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]


def draw_boxes(separator: str, outer: str = "", between: str = "", empty: str = " ") -> str:
    """Draw the sample with given separators of boxes, rows and cells."""
    lines = [
        outer + separator.join(between.join(row[start : start + 3]) for start in (0, 3, 6)) + outer for row in ROWS
    ]
    return "\n".join(lines).replace(".", empty) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        draw_boxes("|"),
        draw_boxes("|", "|"),
        draw_boxes(" | ", "", " "),
        draw_boxes(" | ", "", " ", "."),
        draw_boxes("", "", "", "."),
        draw_boxes("", "|", "", "_"),
        draw_boxes(" ", "", " ", "0"),
        draw_boxes("   ", "", "  ", "*"),
        draw_boxes("|", "|", "|"),
        draw_boxes(" || ", "| ", " | ").replace("\n", "\n+---+---+---++---+---+---++---+---+---+\n"),
        draw_boxes(" │ ", "║", " ", "x").replace("\n", "\n╠═══════╬═══════╣\n", 4),
        draw_boxes("|", "", "", "-").replace("\n", "\n---+---+---\n", 6),
        draw_boxes("", "", "", "-").replace("\n", "\n-----------\n", 6),
        "\n".join(line.rstrip() for line in draw_boxes(" | ", "", " ").split("\n")),
        "\n".join("    " + line for line in BOXES.split("\n")),
        f" *-----------*\n{draw_boxes('|', '|')} *-----------*\n",
    ],
)
def test_styles(text: str) -> None:
    """Lines may separate boxes, cells or rows or be absent; blanks are empty cells if lines show their place."""
    assert puzzles("drawing", text) == [PUZZLE]


def test_several() -> None:
    """Several drawings may follow each other, with or without blank lines."""
    second = Grid.parse(SECOND).to_diagram()
    assert [str(entry.puzzle) for entry in entries("drawing", f"{BOXES}\n\n{second}\n{BOXES}")] == [
        PUZZLE,
        SECOND,
        PUZZLE,
    ]


def replace_line(line: int, new: str) -> str:
    """The sample in boxes with one line changed."""
    lines = BOXES.split("\n")
    return "\n".join([*lines[: line - 1], new, *lines[line:]])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (replace_line(2, "|   2 7 | 3 8   |   a   |"), (2, 21, "a digit from 1 to 9 or '.'", "'a'")),
        (replace_line(2, "|  2  7 | 3 8   |   1   |"), (2, 4, "a blank between the places of cells", "'2'")),
        (replace_line(2, "|   2 7 | 3 8   |   1  |"), (2, 18, "3 cells, or as many places for them", "'1'")),
        (
            replace_line(2, "|   2 7 | 3 8   |"),
            (2, 1, "a row of 3 boxes or 9 cells between '|'", "'|   2 7 | 3 8   |'"),
        ),
        (replace_line(2, "| 4 2 7 9 | 3 8 1 | 1 1 1 |"), (2, 5, "a blank between the places of cells", "'2'")),
        (replace_line(2, "027|380|010|111"), (2, 1, "a row of 3 boxes or 9 cells between '|'", "'027|380|010|111'")),
        (" 27|38 | 1 \n4 |,  6|735\n", (2, 1, "3 cells, or as many places for them", "'4'")),
        (replace_line(2, "2 7 3 8 1"), (2, 10, "9 cells", "5")),
        (replace_line(2, "0 2 7 3 8 0 0 1 0 4"), (2, 19, "the end of the row after 9 cells", "'4'")),
        (replace_line(2, "|0|2|7|38|0|0|0|1|0|"), (2, 19, "the end of the row after 9 cells", "'0'")),
        (replace_line(12, "+"), (12, 1, "row 9 of 9", "'+'")),
        ("+---+\n", (2, 1, "row 1 of 9", "the end of the input")),
        (f"{BOXES}| 1 2 3 | 4 5 6 | 7 8 9 |\n", (15, 1, "row 2 of 9", "the end of the input")),
        ("sudoku\n", (2, 1, "row 1 of 9", "the end of the input")),
    ],
)
def test_malformed(text: str, place: tuple[int, int, str, str]) -> None:
    """An ambiguous row is refused."""
    assert error_fields("drawing", text) == place


def test_doubtful_frame() -> None:
    """Nine dashes among rows with dots are ambiguous and refused."""
    text = "\n".join([*ROWS[:3], "---------", *ROWS[3:6], "---------", *ROWS[6:]])
    assert error_fields("drawing", text)[:2] == (4, 1)


def test_rows_of_dashes() -> None:
    """Nine dashes are a row if dashes are the empty cells."""
    text = "\n".join(SECOND.replace(".", "-")[start : start + 9] for start in range(0, 81, 9))
    assert puzzles("drawing", text) == [SECOND]
    assert puzzles("drawing", "\n".join(["---------"] * 9)) == ["." * 81]


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(4, 4)])
@pytest.mark.parametrize("empty", [".", " ", "-"])
def test_other_shapes(shape: Shape, empty: str) -> None:
    """Drawings of other shapes survive a round trip."""
    puzzle = Grid.from_clues({0: 1, shape.cells - 1: shape.side}, shape)
    text = DIALECTS["drawing"].write([puzzle], Formatting(empty=empty))
    assert puzzles("drawing", text, shape) == [str(puzzle)]
