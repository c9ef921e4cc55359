"""The HTML page of a run as text; tests/browser opens it in a browser."""

import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.exit_code import ExitCode
from crosscover.harness.outcome import Failure
from crosscover.harness.performance import PuzzleTime, RunCost
from crosscover.reference import Grid, Several, Shape
from crosscover.report.events import DocumentWriter, Footer, RunStarted
from crosscover.report.html.check_page import check_page, make_cause
from crosscover.report.html.figures import GridFigure, bars, grid_figure, judged_figure, scatter
from crosscover.report.html.page import MAX_TEXT, shown
from crosscover.report.json_report import Json, report_object
from crosscover.report.summary import FailureGroup
from crosscover.responses import Declined, Failed, Fault
from crosscover.system import describe_machine

from .samples import (
    COVERAGE,
    HEADER,
    NASTY,
    PERFORMANCE,
    PUZZLE,
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    footer,
    left_open,
    passed,
    tell,
    timed_out,
    wrong,
)


def test_an_unfinished_run_says_so(tmp_path: Path) -> None:
    """From the start there is a page marked as unfinished, and at the end the complete one."""
    path = tmp_path / "report.html"
    path.write_text("NO ERRORS FOUND")
    writer = DocumentWriter(path, check_page)
    writer(RunStarted(HEADER, ("patterns",)))
    assert "The run is not complete" in path.read_text()
    tell(writer, Footer((passed(),), 1.0, ExitCode.GOOD, complete=True))
    assert "NO ERRORS FOUND" in path.read_text()
    tell(writer, footer(wrong()))
    assert "NO ERRORS FOUND" not in path.read_text()


def test_date_duration_and_machine() -> None:
    """The page and the JSON report say when the run was, how long it took, and on which machine."""
    page = check_page(HEADER, footer(passed()))
    for fact in ("2030-01-02 03:04:05 UTC", "42.0 s", "cores 2, memory 24.0 GiB, system Linux, python CPython 3.11.2"):
        assert f"<dd>{fact}</dd>" in page
    header = report_object(RunStarted(HEADER, ()), footer(passed()), 0)["header"]
    assert header == {**cast("Json", header), "started": HEADER.started, "machine": HEADER.machine}
    assert describe_machine().keys() >= {"cores", "system", "python"}


def test_what_was_left_open() -> None:
    """The page has the bounds on errors, and a section with all facets that were not asked."""
    page = check_page(HEADER, footer(left_open(), exit_code=ExitCode.GOOD))
    assert '<h1 class="undecided"><strong>NOT DECIDED</strong> exec:./a.out --flag was not judged fully' in page
    assert "<td>1 in 360</td>" in page
    section = page.partition('<h2 id="left-open">')[2].partition("</section>")[0]
    assert f"not asked: {', '.join(left_open().not_asked)}<br>2 puzzles were not answered in time" in section
    assert 'id="left-open"' not in check_page(HEADER, footer(passed(), wrong()))


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
        (contracts.LEAST, ["expected"]),
        (contracts.COUNT, ["expected", "solution 1", "solution 2"]),
    ],
)
def test_expected_answer_with_several_solutions(contract: Contract, headings: list[str]) -> None:
    """The expected answer is any solution, the word for several, or the least one, as the contract requires."""
    verdict = Several(SOLUTION, WRONG_ANSWER)
    found = replace(counterexample(Declined()), verdicts=(verdict,), contract=contract)
    cause = make_cause(1, FailureGroup(wrong(found=found)), HEADER)
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


def test_source_that_was_not_reached() -> None:
    """Functions that never ran come first; then each line of a file has a sign, and a colour if it was not reached."""
    page = check_page(HEADER, replace(footer(passed()), coverage=COVERAGE))
    facts = re.findall("<li>([^<]*)</li>", page.partition('<h2 id="source">')[2].partition("</ul>")[0])
    assert facts == [
        "solver.py: x_wing never ran (lines 1-3)",
        "/elsewhere/helper.py: everything reached (2 lines of code)",
        "solver.py: lines not reached: 10",
        "solver.py: branches not taken: 6 -&gt; 9",
    ]
    rows = re.findall(r'<tr(| class="missed")><td class="number">(\d+)</td><td>(.?)</td>', page)
    signs = ["✓✓", "✓✗✗ ✓~✓ ✓✗✓"]
    assert [(number, sign or " ") for _, number, sign in rows] == [
        (str(number), sign) for file in signs for number, sign in enumerate(file, 1)
    ]
    assert all(bool(style) == (sign == "✗") for style, _, sign in rows)
    assert "<code>    for cell in cells:</code>" in page
    assert '<span class="undecided">never -&gt; 9</span>' in page


def test_coverage_that_was_not_measured() -> None:
    """Without coverage there is no section; if no run ended with a measurement, it says so."""
    assert "Source that no puzzle reached" not in check_page(HEADER, footer(passed()))
    assert "no run ended with a measurement" in check_page(HEADER, replace(footer(passed()), coverage=()))


def test_bars() -> None:
    """The longest bar has full length, and nothing is drawn for missing values."""
    assert [(bar.name, bar.percent) for bar in bars({"few": 5, "none": 0, "many": 20})] == [("few", 25), ("many", 100)]


def test_properties_in_a_row_each() -> None:
    """A property has one row: its statement is shown on demand, and its name is broken only after a separator."""
    page = check_page(HEADER, footer(replace(passed("images_of_known"), labels={"an image": 3})))
    table = page.partition('aria-label="Table of properties"')[2].partition("</table>")[0]
    name = "images_<wbr>of_<wbr>known"
    [row] = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:]
    assert f"<details><summary>{name}</summary>A full grid is its own answer." in row
    assert "an image: 3." in row.partition("<details>")[2].partition("</details>")[0]
    assert row.endswith("</details></td><td>1,200</td><td></td><td>2.2</td></tr>")


def test_speed_beside_plots() -> None:
    """Speeds are a table; each plot has titles on both axes, and a reference."""
    runs = tuple(RunCost("easy", size, size * 0.001, 9000 + size, size * 0.0001) for size in (1, 2, 4))
    times = tuple(PuzzleTime(PUZZLE, 0.001 * number, 0.0001, 10 * number) for number in (1, 2, 3))
    page = check_page(HEADER, replace(footer(passed()), performance=replace(PERFORMANCE, runs=runs, times=times)))
    section = page.partition('<section aria-labelledby="performance">')[2].partition("</section>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>", section)]
    assert rows[1] == ["easy", "17,000", "60 µs", "40 µs", "1.5 x", "4,096"]
    assert rows[3] == ["17 clues", "&lt; 0.8", "&gt; 1.2 s", "50 µs", "≥ 25,000 x", "1"]
    plots = section.split("<figure")[1:]
    titles = ["processor time", "processor time", "peak memory"]
    for plot, y, x in zip(plots, titles, ["search nodes of the reference", *["puzzles in a run"] * 2], strict=True):
        assert f'y="13">{y}</text>' in plot
        assert f">{x}</text>" in plot
        assert 'class="series-1 reference"' in plot


def test_timeouts_are_not_red() -> None:
    """What a solver did not answer in time is drawn as undecided, not as wrong."""
    page = check_page(HEADER, footer(timed_out()))
    article = page.partition("<article")[2].partition("</article>")[0]
    assert 'class="saying undecided"' in article
    assert '"bad"' not in page


def test_scatter() -> None:
    """The axes end with the data, round numbers are marked, and each series has its reference; one point is no plot."""
    plot = scatter("t", "x", "y", {"a": [(1.0, 0.001, 0.002), (100.0, 0.1, 0.02)], "b": [(3.0, 0.0, 1.0)]})
    assert plot is not None
    assert [mark.text for mark in plot.x_marks] == ["1", "10", "100"]
    assert [mark.text for mark in plot.y_marks] == ["1 ms", "10 ms", "100 ms"]
    (above, below), (first, last) = (series.points for series in plot.series)
    assert (first.x, first.y, above.x) == (plot.x_marks[0].place, plot.y_marks[0].place, first.x)
    assert (last.x, last.y) == (plot.width - plot.right, plot.top)
    assert above.y < first.y
    assert below.y > last.y
    assert plot.legend == {"series-1": "a", "reference": "the reference"}
    assert scatter("t", "x", "y", {"b": [(3.0, 1.0, 1.0)]}) is None


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (55, 520, ["100", "200", "500"]),
        (1, 2048, ["1", "10", "100", "1,000"]),
        (300, 900, ["300", "400", "500", "600", "700", "800", "900"]),
        (20, 20.1, ["15", "20", "25"]),
    ],
)
def test_round_numbers_on_an_axis(low: float, high: float, marks: list[str]) -> None:
    """An axis covers the range of the data, at least a factor of 2, with three or more round numbers."""
    plot = scatter("t", "x", "y", {"a": [(low, 1.0, 1.0), (high, 1.0, 1.0)]})
    assert plot is not None
    assert [mark.text for mark in plot.x_marks] == marks
