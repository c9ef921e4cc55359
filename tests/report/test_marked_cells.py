"""One failure, rendered in every report: all mark the same cells, those that differ less than the wrong ones."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

import pytest

from crosscover.harness.judging import Counterexample
from crosscover.reference import Grid
from crosscover.report.comparison import ComparedRun, Comparison, failing_inputs
from crosscover.report.comparison_reports import comparison_page, comparison_text, print_comparison
from crosscover.report.html.check_page import check_page
from crosscover.report.json_report import report_object
from crosscover.report.terminal import print_failure
from crosscover.responses import Answered

from .samples import HEADER, PUZZLE, SOLUTION, WRONG_ANSWER, counterexample, footer, wrong

ESCAPE = re.compile("(\x1b\\[[0-9;]*m)")


class Terminal(StringIO):
    """A stream that shows colours."""

    def isatty(self) -> bool:
        """Say that it does."""
        return True


STYLES = {"\x1b[1;31m": "wrong", "\x1b[31m": "differing"}

Marks = tuple[tuple[int, ...], tuple[int, ...]]
"""The wrong cells of an answer, and those that differ from the expected grid."""


def marked_characters(line: str) -> list[str]:
    """How each character of a line with colours is marked; empty if it is not."""
    marks: list[str] = []
    mark = ""
    for part in ESCAPE.split(line):
        if part.startswith("\x1b"):
            mark = STYLES.get(part, "")
        else:
            marks += [mark] * len(part)
    return marks


def by_kind(marks: Sequence[str]) -> Marks:
    """The places of both kinds of mark."""
    wrong, differing = (tuple(place for place, mark in enumerate(marks) if mark == kind) for kind in STYLES.values())
    return wrong, differing


def on_a_terminal(found: Counterexample) -> Marks:
    """The marked cells of the drawing of the answer."""
    terminal = Terminal()
    print_failure(wrong(found=found), terminal)
    lines = terminal.getvalue().splitlines()
    place = next(number for number, line in enumerate(lines) if "the puzzle" in line)
    start = ESCAPE.sub("", lines[place]).index("received")
    drawn = [
        (character, mark)
        for line in lines[place + 1 : place + 14]
        for character, mark in list(zip(ESCAPE.sub("", line), marked_characters(line), strict=True))[start : start + 25]
        if character not in " |+-"
    ]
    assert len(drawn) == 81
    return by_kind([mark for _, mark in drawn])


def on_a_terminal_compared(compared: Comparison) -> Marks:
    """The marked cells of the line with the answer of the first solver."""
    terminal = Terminal()
    print_comparison(compared, terminal)
    [line] = [line for line in terminal.getvalue().splitlines() if ESCAPE.sub("", line).startswith("  A  wrong: ")]
    return by_kind(marked_characters(line)[-81:])


def on_a_page(page: str, caption: str) -> Marks:
    """The marked cells of the figure with a caption."""
    figure = next(one for one in re.split("<figure", page) if f"<figcaption>{caption}</figcaption>" in one)
    corners = re.findall(r'<rect class="(wrong|differing)" x="(\d+)" y="(\d+)"', figure)
    kinds = {int(y) // 32 * 9 + int(x) // 32: kind for kind, x, y in corners}
    return by_kind([kinds.get(cell, "") for cell in range(81)])


@pytest.mark.parametrize(
    ("answer", "cells", "differing"),
    [
        (WRONG_ANSWER, (4, 8), (2,)),
        (SOLUTION.with_cell(0, 6), (0,), ()),
        (SOLUTION.with_cell(0, 6).with_cell(2, 9), (0,), (2,)),
        (SOLUTION.with_cell(1, 0), (1,), ()),
        (PUZZLE.with_cell(2, 4), (3,), tuple(cell for cell in PUZZLE.empty_cells() if cell not in (2, 3))),
    ],
    ids=["repeated digit", "changed clue", "another wrong digit", "lost clue", "empty cell"],
)
def test_every_report_marks_the_same_cells(
    monkeypatch: pytest.MonkeyPatch, answer: Grid, cells: tuple[int, ...], differing: tuple[int, ...]
) -> None:
    """The terminal, the page, JSON and all forms of a comparison mark the same wrong and differing cells."""
    for name, value in (("TERM", "xterm"), ("COLUMNS", "200")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    found = counterexample(Answered(answer))
    end = footer(wrong(found=found))
    report = json.loads(json.dumps(report_object(HEADER, end)))
    runs = ComparedRun(HEADER, end), ComparedRun(replace(HEADER, subject="engine:dlx"), footer())
    compared = Comparison(runs, tuple(failing_inputs(runs)))
    first = json.loads(comparison_text(compared))["disagreements"][0]["answers"][0]
    shown = report["properties"][0]["failure"]["counterexample"]
    marked = {
        "data": (found.mismatch.cells, found.differing_cells),
        "terminal": on_a_terminal(found),
        "page": on_a_page(check_page(HEADER, end), "received"),
        "JSON": (tuple(shown["mismatch"]["cells"]), tuple(shown["differing_cells"])),
        "comparison on a terminal": on_a_terminal_compared(compared),
        "page of a comparison": on_a_page(comparison_page(compared), "from A"),
        "JSON of a comparison": (tuple(first["cells"]), tuple(first["differing_cells"])),
    }
    assert marked == dict.fromkeys(marked, (cells, differing))
