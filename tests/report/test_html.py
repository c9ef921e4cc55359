"""The HTML page of a run as text; tests/browser opens it in a browser."""

import re
from dataclasses import replace
from typing import cast

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.exit_code import ExitCode
from crosscover.harness.result import Failure
from crosscover.reference import Grid, Several, Shape
from crosscover.report.html.check_page import check_page, make_cause
from crosscover.report.html.figures import GridFigure, grid_figure, judged_figure
from crosscover.report.html.page import MAX_TEXT, shown
from crosscover.report.json_report import Json, report_object
from crosscover.report.summary import FailureGroup
from crosscover.responses import Declined, Failed, Fault
from crosscover.system import describe_machine

from .samples import (
    HEADER,
    NASTY,
    PUZZLE,
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    footer,
    left_open,
    passed,
    timed_out,
    wrong,
)


def test_date_duration_and_machine() -> None:
    """The page and the JSON report say when the run was, how long it took, and on which machine."""
    page = check_page(HEADER, footer(passed()))
    for fact in ("2030-01-02 03:04:05 UTC", "42.0 s", "cores 2, memory 24.0 GiB, system Linux, python CPython 3.11.2"):
        assert f"<dd>{fact}</dd>" in page
    header = report_object(HEADER, footer(passed()))["header"]
    assert header == {**cast("Json", header), "started": HEADER.started, "machine": HEADER.machine}
    assert describe_machine().keys() >= {"cores", "system", "python"}


def test_what_was_left_open() -> None:
    """The page has the bounds on errors, and all facets that were not asked."""
    page = check_page(HEADER, footer(left_open(), exit_code=ExitCode.GOOD))
    assert '<h1 class="undecided"><strong>NOT DECIDED</strong> exec:./a.out --flag was not judged fully' in page
    assert "<td>1 in 360</td>" in page
    assert f"<p>not asked: {', '.join(left_open().not_asked)}</p><p>2 puzzles were not answered in time" in page


@pytest.mark.parametrize(
    ("answer", "wrong_cells", "house"),
    [
        ("2134341.21434321", (0,), ()),
        ("123434122143432.", (15,), ()),
        ("1134341221434321", (0, 1), (0, 1, 2, 3)),
        ("1234341221434321", (), ()),
    ],
)
def test_the_first_broken_rule_is_marked(answer: str, wrong_cells: tuple[int, ...], house: tuple[int, ...]) -> None:
    """A changed clue, an empty cell or a repeated digit is marked, with its house; nothing in a correct answer."""
    puzzle = Grid.parse("1...............", Shape(2, 2))
    marked = judged_figure("answer", Grid.parse(answer, Shape(2, 2)), puzzle)
    assert (marked.wrong, marked.house) == (wrong_cells, house)


def test_clues_are_told_from_other_digits() -> None:
    """The clues of the puzzle stand out in its solution."""
    figure = grid_figure("expected", SOLUTION, PUZZLE)
    assert [kind for _, _, _, kind in figure.cells] == ["clue" if digit else "" for digit in PUZZLE.values]


def test_the_description_for_screen_readers() -> None:
    """The marked cells come first, then the rows."""
    marked = grid_figure("answer", Grid.parse("2134341.21434321", Shape(2, 2)), wrong=(0, 7))
    assert marked.description.startswith("marked as wrong: r1c1, r2c4; row 1: 2 1 3 4; row 2: 3 4 1 empty;")


def test_a_solution_that_is_not_the_expected_one() -> None:
    """If an answer breaks no rule, the cells in which it differs from the expected one are marked."""
    empty = Grid.empty(Shape(2, 2))
    expected, answer = Grid.parse("1234341221434321", Shape(2, 2)), Grid.parse("1234341243212143", Shape(2, 2))
    marked = judged_figure("answer", answer, empty, expected)
    assert (marked.wrong, marked.differing, marked.house) == ((), tuple(range(8, 16)), ())


@pytest.mark.parametrize(
    ("contract", "headings"),
    [
        (contracts.ANY, ["expected", "also correct"]),
        (contracts.UNIQUE, ["expected", "solution 1", "solution 2"]),
        (contracts.COUNT, ["expected", "solution 1", "solution 2"]),
    ],
)
def test_expected_answer_with_several_solutions(contract: Contract, headings: list[str]) -> None:
    """The expected answer is any solution, or the word for several, as the contract requires."""
    verdict = Several(SOLUTION, WRONG_ANSWER)
    found = replace(counterexample(Declined()), verdicts=(verdict,), contract=contract)
    cause = make_cause(1, FailureGroup(wrong(found=found)))
    assert [figure.heading for figure in cast("list[GridFigure]", cause["figures"])] == [
        "the puzzle",
        "received",
        *headings,
    ]


def test_text_from_outside() -> None:
    """Unprintable characters are escaped, even in a value of a template that is not cut; a long text is truncated."""
    found = counterexample(Failed(Fault.MALFORMED, NASTY), received=NASTY)
    outcome = replace(wrong(NASTY, found), statement=NASTY, failure=Failure(NASTY, found, detail=NASTY))
    page = check_page(replace(HEADER, subject=NASTY), footer(outcome, notes=(NASTY,)))
    assert all(character.isprintable() or character == "\n" for character in page)
    assert shown("x" * (MAX_TEXT + 7)) == f"{'x' * MAX_TEXT} … and 7 characters"


def test_properties_in_a_row_each() -> None:
    """A property has one row: its statement is shown on demand, and its name is broken only after a separator."""
    page = check_page(HEADER, footer(passed("images_of_known")))
    table = page.partition('aria-label="Table of properties"')[2].partition("</table>")[0]
    name = "images_<wbr>of_<wbr>known"
    [row] = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:]
    assert f"<details><summary>{name}</summary>A full grid is its own answer." in row
    assert row.endswith("</details></td><td>1,200</td><td></td><td>2.2</td></tr>")


def test_timeouts_are_not_red() -> None:
    """What a solver did not answer in time is drawn as undecided, not as wrong."""
    page = check_page(HEADER, footer(timed_out()))
    article = page.partition("<article")[2].partition("</article>")[0]
    assert 'class="saying undecided"' in article
    assert '"bad"' not in page
