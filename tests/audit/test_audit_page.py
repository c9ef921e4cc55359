"""The HTML page of an audit as text; tests/browser opens it in a browser."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.auditing.audit_summary import summarize
from crosscover.auditing.collection import Input
from crosscover.auditing.findings import AnswerRow, Findings
from crosscover.auditing.ledger import Ledger
from crosscover.cli import main
from tests.dialects.samples import ANSWER, PUZZLE, SECOND
from tests.oracles.puzzles import IMPOSSIBLE

from .samples import SETTINGS, row

HOSTILE = "<img src=x onerror=alert(2)>"
ROWS = (
    *[f"{'.' * 81},{ANSWER}"] * 22,
    f"{PUZZLE},{ANSWER}",
    f"{SECOND},{ANSWER}",
    f"{IMPOSSIBLE},{ANSWER}",
    f"{HOSTILE},{ANSWER}",
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a collection with 24 wrong rows and a malformed one."""
    folder = tmp_path_factory.mktemp("audit")
    source, page = folder / f"{HOSTILE}rows.csv", folder / "page.html"
    source.write_text("\n".join(("puzzle,solution", *ROWS)) + "\n", encoding="utf-8")
    options = ("--engines", "dlx", "--jobs", "1", "--on-error", "skip", "--html", str(page))
    main(["audit", str(source), *options])
    return page.read_text(encoding="utf-8")


def test_wrong_rows_are_drawn_and_listed(page: str) -> None:
    """The first wrong rows are drawn with their numbers in the collection, the next ones listed, the others counted."""
    titles = re.findall(r"<h3 [^>]*>Row (\d+): [^<]*rows.csv:(\d+)<", page)
    assert titles == [("1", "2"), ("2", "3"), ("3", "4")]
    listed = [int(place) for place in re.findall(r"<dt>.*rows\.(?:<wbr>)?csv:(?:<wbr>)?(\d+)</dt>", page)]
    assert listed == [*range(5, 22), 27]
    assert "4 rows more are not shown" in page


def test_examples_of_each_fault_of_a_judge(tmp_path: Path) -> None:
    """The first answer with each fault of a judge is an example, however many wrong answers precede it."""
    faults = ["wrong"] * 5 + ["crashed", "wrong", "refused", "malformed", "crashed"]
    found = Findings(
        puzzle=[row(number) for number in range(1, 11)],
        answer=[AnswerRow(number, "me", fault, "", "") for number, fault in enumerate(faults, 1)],
    )
    with closing(Ledger(tmp_path / "ledger.db", [Input("puzzles")], {**SETTINGS, "judge": {"me": {}}})) as ledger:
        ledger.keep(found)
        ledger.commit()
        examples = summarize(ledger).examples
    assert [(each.number, each.fault) for each in examples] == [
        (1, "wrong"),
        (6, "crashed"),
        (8, "refused"),
        (9, "malformed"),
    ]
