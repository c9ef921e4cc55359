"""The page of a check in a browser."""

from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode
from crosscover.harness.result import Failure, PropertyResult
from crosscover.reference import Grid
from crosscover.report.events import Footer
from crosscover.report.html.check_page import check_page
from crosscover.responses import Answered, Failed, Fault
from tests.report.samples import (
    HEADER,
    NASTY,
    PERFORMANCE,
    PUZZLE,
    WRONG_ANSWER,
    counterexample,
    fault,
    footer,
    left_open,
    not_run,
    passed,
    several_causes,
    timed_out,
    vacuous,
    wrong,
)

from .seen import Seen

pytestmark = pytest.mark.slow

RIGHT = Footer((passed(), passed("patterns")), 3.0, ExitCode.GOOD, complete=True)
SLOW = Footer((passed(), left_open()), 61.0, ExitCode.GOOD, complete=True, performance=PERFORMANCE)
WRONG = footer(wrong(), several_causes(), passed(), not_run(), vacuous())
CRASHED = footer(
    replace(wrong(found=counterexample(Failed(Fault.CRASHED, "ended by SIGSEGV"))), name="crash"), timed_out(), fault()
)


HOSTILE = f"<script>alert(1)</script><img src=http://example.org/x onerror=alert(2)>{NASTY}\u202e"


def test_wrong_solver(seen: Seen) -> None:
    """The page of a wrong solver begins with the result and shows the grids with wrong cells marked."""
    page = seen.open(check_page(HEADER, replace(WRONG, performance=PERFORMANCE)))
    assert page.inner_text("h1").startswith("WRONG")
    first = page.locator("article").first
    assert "row 1 has" in first.inner_text()
    assert first.locator("figcaption").all_inner_texts() == ["the puzzle", "received", "expected"]
    assert first.locator("svg.grid").nth(1).locator("rect.wrong").count() >= 2
    assert first.locator("svg.grid").nth(1).locator("rect.broken").count() >= 1
    assert first.locator("svg.grid").nth(2).locator("rect.wrong, rect.broken").count() == 0
    assert page.locator("h1").bounding_box()["y"] < 100
    assert seen.is_alone


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_first_screen(seen: Seen, width: str) -> None:
    """The reason, the puzzle, the received and the expected answer are visible without scrolling."""
    page = seen.open(check_page(HEADER, WRONG), width=width)
    for caption in page.locator("article").first.locator("figcaption").all():
        assert caption.bounding_box()["y"] < 800


def test_state_bug(seen: Seen) -> None:
    """For a solver that repeats the previous answer both puzzles are shown, and the page says so."""
    other = Grid.parse(str(PUZZLE).replace("5", ".", 1))
    found = counterexample(Answered(WRONG_ANSWER), Answered(WRONG_ANSWER), batch=[other, PUZZLE])
    found = replace(found, failing_index=1, right_alone=True)
    page = seen.open(check_page(HEADER, footer(wrong(found=found))))
    article = page.locator("article")
    assert article.locator("figcaption").all_inner_texts() == [
        "puzzle 1, before it",
        "puzzle 2",
        "received",
        "expected",
    ]
    assert "The answer is that of puzzle 1." in article.inner_text()
    assert article.locator("li.failing").inner_text().startswith("2 ")


def test_right_solver(seen: Seen) -> None:
    """The page of a right solver says so and shows no failures."""
    page = seen.open(check_page(HEADER, replace(RIGHT, performance=PERFORMANCE)))
    assert page.inner_text("h1").startswith("NO ERRORS FOUND")
    assert page.locator("article").count() == 0
    assert page.locator("#performance").is_visible()
    assert seen.is_alone


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_solver_that_was_too_slow(seen: Seen, width: str) -> None:
    """The page names all that was not asked, and begins with what is notable."""
    page = seen.open(check_page(HEADER, SLOW), width=width)
    assert page.inner_text("h1").startswith("NOT DECIDED")
    assert "GROWING TIME: time per puzzle grows with run length" in page.inner_text("header")
    page.locator("summary", has_text="clashing").click()
    assert "a clash in row 9" in page.get_by_role("region", name="Table of properties").inner_text()
    assert "1 in 360" in page.get_by_role("region", name="Table of properties").inner_text()
    assert not seen.overflows()
    assert seen.is_alone


def test_crashing_and_slow_solver(seen: Seen) -> None:
    """Crashes, timeouts and faults of crosscover are distinguished."""
    page = seen.open(check_page(HEADER, CRASHED))
    texts = page.locator("article").all_inner_texts()
    assert ["ended by SIGSEGV" in text for text in texts] == [True, False, False]
    assert ["still running" in text for text in texts] == [False, True, False]
    assert ["says nothing about the solver" in text for text in texts] == [False, False, True]


def test_copy(seen: Seen) -> None:
    """The button copies the puzzle, confirms it, and can be reached by keyboard."""
    page = seen.open(check_page(HEADER, WRONG))
    button = page.get_by_role("button", name="Copy the puzzle").first
    button.focus()
    page.keyboard.press("Enter")
    page.locator("#copied").filter(has_text="Copy the puzzle: copied").wait_for(state="attached")
    page.evaluate(
        "const area = document.createElement('textarea'); area.id = 'pasted'; document.body.append(area); area.focus()"
    )
    page.keyboard.press("Control+V")
    assert page.input_value("#pasted") == str(PUZZLE)
    assert seen.is_alone


@pytest.mark.parametrize(("width", "scheme"), [("phone", "dark"), ("desk", "light")])
@pytest.mark.parametrize("end", [RIGHT, SLOW, WRONG, CRASHED], ids=["right", "slow", "wrong", "crashed"])
def test_accessible(seen: Seen, end: Footer, width: str, scheme: str) -> None:
    """The page fits its width and has enough contrast and accessible names."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = seen.open(check_page(HEADER, replace(end, performance=PERFORMANCE)), width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('[aria-labelledby=source] details').forEach((one) => (one.open = true))")
    assert not seen.overflows()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def test_hostile_text(seen: Seen) -> None:
    """Markup, terminal colours, direction marks, NUL and a line of 1 MB in a solver's output are shown as text."""
    found = counterexample(Failed(Fault.MALFORMED, HOSTILE), received=f"{HOSTILE}\n{'x' * 1_000_000}")
    outcome = replace(wrong(found=found), failure=Failure(HOSTILE, found, detail=HOSTILE))
    text = check_page(replace(HEADER, subject=f"exec:{HOSTILE}"), footer(outcome))
    page = seen.open(text)
    assert len(text) < 200_000
    assert page.locator("script").count() == 1
    assert page.locator("img").count() == 0
    shown = page.inner_text("body")
    assert "<script>alert(1)</script>" in shown
    assert not {"\x1b", "\x00", "\u202e"} & set(shown)
    assert seen.is_alone


def test_print(seen: Seen) -> None:
    """In print there are no buttons, and grids are not split."""
    page = seen.open(check_page(HEADER, WRONG))
    page.emulate_media(media="print")
    assert not page.get_by_role("button").first.is_visible()
    assert page.locator("svg.grid").first.is_visible()


def test_ten_thousand_failures() -> None:
    """The page of a run with 10,000 causes is below 2 MB and mentions what is left out."""
    outcomes: list[PropertyResult] = [
        replace(wrong(f"property_{number}"), failure=Failure(f"cause {number}", cause=str(number)))
        for number in range(10_000)
    ]
    text = check_page(HEADER, footer(*outcomes))
    assert len(text.encode()) < 2_000_000
    assert "causes more are not on this page" in text
