"""The page of an audit in a browser."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from crosscover import engines
from crosscover.cli import main
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER
from tests.oracles.puzzles import IMPOSSIBLE

from .seen import Seen

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\x1b[31m\u202e"
TABLE = "puzzle,solution\n"
RIGHT = f"{PUZZLE},{ANSWER}\n{SECOND},{SECOND_ANSWER}\n"
SWAPPED = ANSWER[1] + ANSWER[0] + ANSWER[2:]
"""A wrong solution with a lost clue and columns with repeated digits."""

WRONG = f"{PUZZLE},{SWAPPED}\n{IMPOSSIBLE},{ANSWER}\n{'.' * 81},{ANSWER}\n"
MALFORMED = f"{HOSTILE},{ANSWER}\n{PUZZLE}1,{ANSWER}\n"


SOLVER = f"""
from crosscover.reference import DlxEngine, Grid

def solve(text):
    return {ANSWER!r} if text == {SECOND!r} else str(next(DlxEngine()(Grid.parse(text), 1)))
"""
"""Right except for one puzzle."""


def lying(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """An engine that finds no solution if there are many clues."""
    return islice(iter(()) if puzzle.clue_count > 30 else BitmaskEngine()(puzzle, limit), limit)


def audit(folder: Path, name: str, text: str, *options: str) -> str:
    """Audit a file and return the page."""
    source, page = folder / name, folder / "page.html"
    source.write_text(text, encoding="utf-8")
    main(["audit", str(source), "--engines", "dlx,bitmask", "--jobs", "1", "--html", str(page), *options])
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Pages by content: only `right` rows, `wrong` and malformed rows, and a wrong `judge`."""
    folder = tmp_path_factory.mktemp("audits")
    solver = folder / "mine.py"
    solver.write_text(SOLVER, encoding="utf-8")
    hostile = f"{HOSTILE.replace('/', '')}.csv"
    return {
        "right": audit(folder, "right.csv", TABLE + RIGHT, "--minimal"),
        "wrong": audit(folder, hostile, TABLE + RIGHT + WRONG + MALFORMED, "--on-error", "skip"),
        "judge": audit(folder, "two.txt", f"{PUZZLE}\n{SECOND}\n", "--judge", f"python:{solver}:solve"),
    }


def test_wrong_rows(seen: Seen, pages: dict[str, str]) -> None:
    """The page begins with the number of wrong rows, and shows a wrong solution beside the correct one."""
    page = seen.open(pages["wrong"])
    assert page.inner_text("h1") == "WRONG 3 of 7 rows: wrong"
    clash = page.locator("article").first
    assert clash.locator("figcaption").all_inner_texts() == ["the puzzle", "in the file", "expected"]
    assert f"expected {SWAPPED}, got one solution, {ANSWER}" in clash.inner_text()
    assert clash.locator("svg.grid").nth(1).locator("rect.wrong").count() == 1  # the lost clue
    assert clash.locator("svg.grid").nth(2).locator("rect.wrong, rect.broken").count() == 0


def test_wrong_numbers_of_solutions(seen: Seen, pages: dict[str, str]) -> None:
    """A row whose puzzle has no solution or several shows the expected answer in words."""
    _, impossible, several = seen.open(pages["wrong"]).locator("article").all()
    assert impossible.locator(".saying").inner_text() == "no solution"
    assert several.locator(".saying").inner_text().startswith("several solutions, ")


def test_malformed_rows(seen: Seen, pages: dict[str, str]) -> None:
    """The malformed rows are listed with the place of the error."""
    page = seen.open(pages["wrong"])
    malformed = page.get_by_role("region", name="Malformed").locator("dd")
    assert "after 81 characters, found" in malformed.nth(1).inner_text()
    assert seen.is_alone


def test_right_rows(seen: Seen, pages: dict[str, str]) -> None:
    """The page of a right collection says so and describes the audit."""
    page = seen.open(pages["right"])
    counts = "2 puzzles from column 'puzzle' judged by dlx, bitmask: 2 unique; compared with column 'solution'"
    assert page.inner_text("h1") == f"NO ERRORS FOUND {counts}"
    assert page.locator("article").count() == 0
    asked = page.locator("section", has=page.locator("#repeat-it")).inner_text()
    assert "dlx, bitmask" in asked
    assert "crosscover 0." in asked
    assert "(" not in asked
    assert seen.is_alone


def test_wrong_judge(seen: Seen, pages: dict[str, str]) -> None:
    """A wrong solver is named first, with its answer and the expected one."""
    page = seen.open(pages["judge"])
    assert page.inner_text("h1") == "WRONG 1 of 2 rows: wrong"
    row = page.get_by_role("region", name="Table: Judges").locator("tbody tr").nth(2)
    assert "mine.py:solve" in row.inner_text()
    first = page.locator("article").first
    assert first.locator("figcaption").all_inner_texts() == ["the puzzle", "received", "expected"]
    assert first.locator("svg.grid").nth(1).locator("rect.wrong").count() >= 1
    assert seen.is_alone


def test_disagreeing_engines(seen: Seen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If engines disagree, no row and no engine is called wrong, and the page shows the answer of each."""
    monkeypatch.setitem(engines.ENGINES, "lying", ("for tests", lambda: lying))
    page = seen.open(audit(tmp_path, "one.txt", f"{PUZZLE}\n", "--engines", "dlx,bitmask,lying"))
    heading = page.locator("h1.undecided").inner_text()
    assert heading == "FAULT 1 of 1 row: fault"
    assert "lying: disagrees" in page.locator("article").nth(2).inner_text()
    assert seen.is_alone


def test_hostile_text(seen: Seen, pages: dict[str, str]) -> None:
    """Markup in the name or contents of a file is escaped."""
    page = seen.open(pages["wrong"])
    assert (page.locator("script").count(), page.locator("img").count()) == (1, 0)
    shown = page.inner_text("body")
    assert "<img src=x onerror=alert(2)>" in shown
    assert not {"\x1b", "\u202e"} & set(shown)
    assert seen.is_alone


def test_copy(seen: Seen, pages: dict[str, str]) -> None:
    """If the clipboard is unavailable, the text is selected and copied in another way."""
    page = seen.open(pages["wrong"])
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.get_by_role("button", name="Copy").first.focus()
    page.keyboard.press("Enter")
    page.locator("#copied").filter(has_text="Copy: ").wait_for()
    assert page.evaluate("getSelection().toString()") == PUZZLE
    assert seen.is_alone


@pytest.mark.parametrize(("width", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_accessible(seen: Seen, pages: dict[str, str], width: str, scheme: str) -> None:
    """The page fits its width and has enough contrast and accessible names."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = seen.open(pages["wrong"], width=width, scheme=scheme)
    assert not seen.overflows()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def test_many_wrong_rows(seen: Seen, tmp_path: Path) -> None:
    """Of hundreds of wrong rows the first are shown and the others counted."""
    text = audit(tmp_path, "many.csv", TABLE + f"{PUZZLE},{SWAPPED}\n" * 300)
    page = seen.open(text)
    assert len(text) < 100_000
    assert page.locator("article").count() == 3
    assert "Not shown: 280 more rows" in page.inner_text("main")
