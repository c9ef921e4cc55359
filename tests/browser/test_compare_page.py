"""The page of a comparison in a browser."""

from dataclasses import replace

import pytest

from crosscover.report.comparison import ComparedRun, Comparison
from crosscover.report.comparison_reports import comparison_page
from tests.report.comparisons import GOOD, HOSTILE, OTHER, comparison
from tests.report.samples import HEADER, left_open

from .seen import Seen

pytestmark = pytest.mark.slow


@pytest.fixture
def compared() -> Comparison:
    """A wrong solver, a right one, and one that times out on inputs of the first."""
    return comparison()


def test_solvers_side_by_side(seen: Seen, compared: Comparison) -> None:
    """The page shows the result first, then the table, then the differences."""
    page = seen.open(comparison_page(compared))
    assert page.inner_text("h1").startswith("WRONG")
    assert page.locator("h1").bounding_box()["y"] < 100
    rows = page.get_by_role("region", name="Table of properties").locator("tbody tr")
    assert rows.nth(1).locator("td").all_inner_texts() == ["WRONG after 17", *["passed 1,200"] * 2]
    article = page.locator("article").first
    assert article.locator("figcaption").all_inner_texts() == ["the puzzle", "from A", "from C", "expected"]
    assert article.locator("svg.grid").nth(1).locator("rect.wrong").count() >= 2
    assert article.locator("tbody tr td:nth-child(2)").all_inner_texts() == ["wrong", "passed", "timed out"]
    assert seen.is_alone


def test_right_solvers(seen: Seen) -> None:
    """The page of right solvers says so, shows no failures, and shows their speed."""
    page = seen.open(comparison_page(Comparison((ComparedRun(HEADER, GOOD), ComparedRun(OTHER, GOOD)))))
    assert page.locator("h1.good").inner_text().startswith("NO ERRORS FOUND")
    assert page.get_by_role("region", name="Table of solvers").locator("td.good").count() == 2
    assert page.locator("article").count() == 0
    assert "puzzles/s" in page.get_by_role("region", name="Table of speeds").inner_text()
    assert seen.is_alone


def test_solver_that_was_too_slow(seen: Seen) -> None:
    """The page names what was not asked, and the solver that was too slow is neither red nor green."""
    slow = ComparedRun(HEADER, replace(GOOD, outcomes=(left_open(),)))
    page = seen.open(comparison_page(Comparison((slow, ComparedRun(OTHER, GOOD)))), width="phone")
    assert page.locator("h1.undecided").inner_text().startswith("NOT DECIDED")
    solvers = page.get_by_role("region", name="Table of solvers")
    assert solvers.locator("td.undecided").inner_text() == "not decided"
    assert "a clash in row 1" in page.locator("main").inner_text()
    assert not seen.overflows()


def test_copy(seen: Seen, compared: Comparison) -> None:
    """The button copies the puzzle, confirms it, and can be reached by keyboard."""
    page = seen.open(comparison_page(compared))
    page.get_by_role("button", name="Copy the puzzle").first.focus()
    page.keyboard.press("Enter")
    page.locator("#copied").filter(has_text="Copy the puzzle: copied").wait_for(state="attached")
    assert seen.is_alone


@pytest.mark.parametrize(("width", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_accessible(seen: Seen, compared: Comparison, width: str, scheme: str) -> None:
    """The page fits its width and has enough contrast and accessible names."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = seen.open(comparison_page(compared), width=width, scheme=scheme)
    assert not seen.overflows()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def test_hostile_text(seen: Seen) -> None:
    """Markup in a solver's name and output is escaped."""
    page = seen.open(comparison_page(comparison(hostile=HOSTILE)))
    assert (page.locator("script").count(), page.locator("img").count()) == (1, 0)
    shown = page.inner_text("body")
    assert "<script>alert(1)</script>" in shown
    assert not {"\x1b", "\x00", "\u202e"} & set(shown)
    assert seen.is_alone


def test_print(seen: Seen, compared: Comparison) -> None:
    """In print there are no buttons, and grids are not split."""
    page = seen.open(comparison_page(compared))
    page.emulate_media(media="print")
    assert not page.get_by_role("button").first.is_visible()
    assert page.locator("svg.grid").first.is_visible()
