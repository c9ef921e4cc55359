"""The pages of checks and comparisons in a browser."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from crosscover.reference import Grid
from crosscover.report.page import page as page_of
from crosscover.responses import Answered, Failed, Fault
from crosscover.result import CheckResult, Comparison, Setup
from tests.report.golden import samples
from tests.report.samples import NASTY, PUZZLE, WRONG_ANSWER, check_result, comparison, counterexample, saved, wrong

from .seen import Seen

pytestmark = pytest.mark.slow

SAMPLES = samples()

HOSTILE = f"<script>alert(1)</script><img src=http://example.org/x onerror=alert(2)>{NASTY}\u202e"


def test_wrong_solver(seen: Seen) -> None:
    """The page begins with the result and the smallest failure."""
    page = seen.open(page_of(check_result(wrong())))
    assert page.inner_text("h1").startswith("WRONG")
    assert "row 1 has" in page.locator("article").first.inner_text()
    assert seen.is_alone


def test_wrong_cells_are_marked(seen: Seen) -> None:
    """The wrong cells of the answer are marked, and none of the expected grid."""
    first = seen.open(page_of(check_result(wrong()))).locator("article").first
    assert first.locator("figcaption").all_inner_texts() == ["the puzzle", "received", "expected"]
    assert first.locator("svg.grid").nth(1).locator("rect.wrong").count() >= 2
    assert first.locator("svg.grid").nth(1).locator("rect.broken").count() >= 1
    assert first.locator("svg.grid").nth(2).locator("rect.wrong, rect.broken").count() == 0


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_first_screen(seen: Seen, width: str) -> None:
    """The verdict, the reason, all grids and the command that replays it are visible without scrolling."""
    page = seen.open(page_of(check_result(saved())), width=width)
    shown = [page.locator("h1"), *page.locator("figcaption").all(), page.get_by_text("crosscover replay 1234567890")]
    assert len(shown) == 5
    assert all(one.bounding_box()["y"] < 800 for one in shown)


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_first_screen_of_a_right_solver(seen: Seen, width: str) -> None:
    """The verdict, how much it means and the speed come before the table of properties."""
    page = seen.open(page_of(SAMPLES["no_errors_found"]), width=width)
    assert page.inner_text("h1").startswith("NO ERRORS FOUND")
    header = page.inner_text("header")
    assert "rarer than 1 in" in header
    assert "puzzles/s" in header
    assert page.locator("article").count() == 0
    assert page.locator("table").is_visible()


def test_state_bug(seen: Seen) -> None:
    """For a solver that repeats the previous answer, the page shows both puzzles and states the cause."""
    other = Grid.parse(str(PUZZLE).replace("5", ".", 1))
    found = counterexample(Answered(WRONG_ANSWER), Answered(WRONG_ANSWER), batch=[other, PUZZLE])
    page = seen.open(page_of(check_result(wrong("patterns", replace(found, failing_index=1, right_alone=True)))))
    article = page.locator("article")
    captions = ["puzzle 1, before it", "puzzle 2", "received", "expected"]
    assert article.locator("figcaption").all_inner_texts() == captions
    assert "The answer belongs to puzzle 1." in article.inner_text()
    page.locator("summary", has_text="All puzzles").click()
    assert article.locator("li.failing").inner_text().startswith("2 ")


def test_comparison(seen: Seen) -> None:
    """The page shows the solvers first, then the failing inputs with all answers, then the matrix of properties."""
    page = seen.open(page_of(comparison()))
    assert page.inner_text("h1").startswith("WRONG")
    rows = page.get_by_role("region", name="Table: Properties").locator("tbody tr")
    assert rows.nth(1).locator("td").all_inner_texts()[1:] == ["WRONG after 17", *["passed 1,200"] * 2]
    article = page.locator("article").first
    assert article.locator("tbody tr td:nth-child(2)").all_inner_texts() == ["wrong", "passed", "timed out"]
    assert seen.is_alone


def test_copy(seen: Seen) -> None:
    """The button copies the puzzle, confirms it, and can be reached by keyboard."""
    page = seen.open(page_of(check_result(wrong())))
    page.get_by_role("button", name="Copy").first.focus()
    page.keyboard.press("Enter")
    page.locator("#copied").filter(has_text="Copy: copied").wait_for(state="attached")
    page.evaluate(
        "const area = document.createElement('textarea'); area.id = 'pasted'; document.body.append(area); area.focus()"
    )
    page.keyboard.press("Control+V")
    assert page.input_value("#pasted") == str(PUZZLE)
    assert seen.is_alone


@pytest.mark.parametrize(("width", "scheme"), [("phone", "dark"), ("desk", "light")])
@pytest.mark.parametrize("name", ["wrong", "no_errors_found", "comparison"])
def test_accessible(seen: Seen, name: str, width: str, scheme: str) -> None:
    """The page fits its width and has enough contrast and accessible names."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = seen.open(page_of(SAMPLES[name]), width=width, scheme=scheme)
    assert not seen.overflows()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def hostile_check() -> CheckResult:
    """A check whose solver wrote markup, control characters and a line of 1 MB."""
    found = counterexample(Failed(Fault.MALFORMED, HOSTILE), received=f"{HOSTILE}\n{'x' * 1_000_000}")
    result = check_result(wrong("patterns", found), setup=Setup(f"exec:{HOSTILE}", HOSTILE, "proper", "3x3", 1))
    failures = (replace_struct(result.failures[0], reason=HOSTILE, detail=HOSTILE),)
    return replace_struct(result, failures=failures)


@pytest.mark.parametrize("result", [hostile_check(), comparison(HOSTILE)], ids=["check", "comparison"])
def test_hostile_text(seen: Seen, result: CheckResult | Comparison) -> None:
    """Markup, terminal colors, direction marks and NUL are shown as text, and long output is cut."""
    text = page_of(result)
    page = seen.open(text)
    assert len(text) < 200_000
    assert (page.locator("script").count(), page.locator("img").count()) == (1, 0)
    shown = page.inner_text("body")
    assert "<script>alert(1)</script>" in shown
    assert not {"\x1b", "\x00", "\u202e"} & set(shown)
    assert seen.is_alone


def test_print(seen: Seen) -> None:
    """In print there are no buttons, and grids are visible."""
    page = seen.open(page_of(check_result(wrong())))
    page.emulate_media(media="print")
    assert not page.get_by_role("button").first.is_visible()
    assert page.locator("svg.grid").first.is_visible()
