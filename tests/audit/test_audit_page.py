"""The HTML page of an audit as text; tests/browser opens it in a browser."""

import re
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest

from crosscover.auditing.audit_inputs import Input
from crosscover.auditing.findings import AnswerRow, Findings
from crosscover.auditing.judge_summary import summarize_judges
from crosscover.auditing.ledger import Ledger
from crosscover.cli import main
from tests.dialects.samples import ANSWER, PUZZLE, SECOND
from tests.oracles.puzzles import IMPOSSIBLE

from .samples import SETTINGS, row

HOSTILE = "<img src=x onerror=alert(2)>"
EMPTY = PUZZLE.index("..")
SWAPPED = ANSWER[:EMPTY] + ANSWER[EMPTY + 1] + ANSWER[EMPTY] + ANSWER[EMPTY + 2 :]
"""A wrong solution: the digits of the first two neighbouring empty cells are exchanged."""

ROWS = (
    *[f"{'.' * 81},{ANSWER}"] * 22,
    f"{PUZZLE},{ANSWER}",
    f"{SECOND},{ANSWER}",
    f"{IMPOSSIBLE},{ANSWER}",
    f"{PUZZLE},{SWAPPED}",
    f"{HOSTILE},{ANSWER}",
)


class Parsed(HTMLParser):
    """The tags and attributes of a page, and the texts of the cells of its tables, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self._in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag; begin a row or a cell."""
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        """End a cell."""
        self._in_cell &= tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        """Add text to a cell."""
        if self._in_cell:
            self.rows[-1][-1] += data


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a collection with a kind of finding that comes after twenty rows of another one."""
    folder = tmp_path_factory.mktemp("audit")
    source, page = folder / f"{HOSTILE}rows.csv", folder / "page.html"
    source.write_text("\n".join(("puzzle,solution", *ROWS)) + "\n", encoding="utf-8")
    options = ("--engines", "dlx", "--jobs", "1", "--on-error", "skip", "--html", str(page))
    main(["audit", str(source), *options])
    return page.read_text(encoding="utf-8")


def test_rows_with_number_kind_and_differing_cells(page: str) -> None:
    """Each listed row has its number in the collection, its place, the kind of finding and the differing cells."""
    rows = {row[0]: row[1:] for row in Parsed(page).rows if len(row) == 5 and row[0].isdecimal()}
    kinds = [kind for _, kind, *_ in rows.values()]
    assert kinds[:20] == ["several solutions"] * 20
    assert kinds[20:-1] == ["changed clue", "no solution", "repeated digit"]
    place, _, finding, cells = rows["26"]
    assert place.endswith("rows.csv:27")
    assert finding.startswith("the solution in the file is wrong: ")
    assert cells == "r1c6, r1c7"
    assert rows["1"][3].endswith("more)")
    assert rows["27"][1] == "malformed"
    assert "2 rows more of this kind are not shown" in page


def test_an_example_of_each_kind(page: str) -> None:
    """The first row of each kind of finding is drawn, and its number leads to the drawing."""
    titles = re.findall(r'<h3 id="(row-\d+)">Row (\d+): ', page)
    assert titles == [(f"row-{number}", f"{number}") for number in (1, 24, 25, 26)]
    links = [attributes["href"] for tag, attributes in Parsed(page).tags if tag == "a" and "href" in attributes]
    assert {f"#{anchor}" for anchor, _ in titles} <= set(links)


def test_nothing_that_a_file_contains_is_executed(page: str) -> None:
    """Text of the collection is escaped, no attribute is a script, and the policy allows only the page's own."""
    tags = Parsed(page).tags
    assert "&lt;img" in page
    assert [tag for tag, _ in tags if tag in ("script", "img")] == ["script"]
    assert [name for _, attributes in tags for name in attributes if name.startswith("on")] == []
    [policy] = [attributes["content"] for _, attributes in tags if attributes.get("http-equiv")]
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'", policy or ""
    )


def test_without_a_script(page: str) -> None:
    """The script adds what needs it: without it there are no fields, and copying is hidden."""
    tags = Parsed(page).tags
    assert [tag for tag, _ in tags if tag in ("input", "select")] == []
    assert all("hidden" in attributes for tag, attributes in tags if tag == "button")


def test_examples_of_each_fault_of_a_judge(tmp_path: Path) -> None:
    """The first answer with each fault of a judge is an example, however many wrong answers precede it."""
    faults = ["wrong"] * 5 + ["crashed", "wrong", "refused", "malformed", "crashed"]
    me: dict[str, object] = {"spec": "exec:./me", "contract": "proper", "options": {}, "sha256": {}}
    settings: dict[str, object] = {**SETTINGS, "engines": [], "judge": {"me": me}}
    found = Findings(
        puzzle=[row(number) for number in range(1, 11)],
        answer=[AnswerRow(number, "me", fault, "", "") for number, fault in enumerate(faults, 1)],
    )
    with closing(Ledger(tmp_path / "ledger.db", [Input("puzzles", None, None)], settings)) as ledger:
        ledger.keep(found)
        [judge] = summarize_judges(ledger)
    assert [(example.number, example.fault) for example in judge.examples] == [
        (1, "wrong"),
        (6, "crashed"),
        (8, "refused"),
        (9, "malformed"),
    ]
