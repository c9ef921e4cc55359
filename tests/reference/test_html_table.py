"""Grids and verdicts in a notebook."""

import re
from typing import Any
from xml.etree import ElementTree

from crosscover.reference import Grid, NoSolution, Several, Shape, Unique

PUZZLE = Grid.parse("1.3.34....4..3.1", Shape(2, 2))
SOLUTION = Grid.parse("1234341221434321", Shape(2, 2))


def html_of(value: Any) -> str:
    """The HTML that a notebook shows for a value."""
    html: str = value._repr_html_()
    return html


def cells(html: str) -> list[ElementTree.Element]:
    """The cells of a table, row by row."""
    return list(ElementTree.fromstring(html).iter("td"))  # noqa: S314 - our own text


def test_digits_are_in_their_cells() -> None:
    """Each row of the table is a row of the grid."""
    assert [cell.text or "." for cell in cells(html_of(PUZZLE))] == list(str(PUZZLE))


def test_clues_are_bold() -> None:
    """Clues are bold in a puzzle and in its solution; without a known puzzle nothing is bold."""

    def bold(html: str) -> list[int]:
        return [place for place, cell in enumerate(cells(html)) if "font-weight:bold" in cell.attrib["style"]]

    clues = [cell for cell, _ in PUZZLE.clues()]
    assert bold(PUZZLE.to_html()) == clues
    assert bold(SOLUTION.to_html(puzzle=PUZZLE)) == clues
    assert bold(SOLUTION.to_html()) == []


def test_text_for_screen_readers() -> None:
    """The label of the table has the caption and each row."""
    label = re.search('aria-label="(.*?)"', PUZZLE.to_html("a puzzle"))
    assert label is not None
    assert label[1].startswith("a puzzle. row 1: 1 empty 3 empty; row 2: 3 4 empty empty; ")


def test_boxes_are_framed() -> None:
    """Boxes have thick lines at their left and top."""
    styles = [cell.attrib["style"] for cell in cells(Grid.empty(Shape(2, 3)).to_html())]
    assert [column for column in range(6) if "border-left:3px" in styles[column]] == [0, 3]
    assert [row for row in range(6) if "border-top:3px" in styles[6 * row]] == [0, 2, 4]


def test_caption_is_text() -> None:
    """Markup in a caption is escaped."""
    assert "<script" not in PUZZLE.to_html("<script>alert(1)</script>")


def test_verdicts_are_drawn() -> None:
    """A verdict shows its solutions, and marks the cells in which two of them differ."""
    other = SOLUTION.with_cell(0, 2)
    assert html_of(NoSolution()) == "<p>No solution.</p>"
    assert html_of(Unique(SOLUTION)).count("<table") == 1
    several = cells(f"<div>{html_of(Several(SOLUTION, other))}</div>")
    assert [place for place, cell in enumerate(several) if "background" in cell.attrib["style"]] == [0, 16]
