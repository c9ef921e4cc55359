"""The summary of an audit as data; tests/browser opens its page."""

from contextlib import closing
from pathlib import Path

from crosscover.auditing.findings import AnswerRow, Findings, Input
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.summary import summarize_ledger

from .samples import SETTINGS, row


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
        examples = summarize_ledger(ledger).examples
    assert [(each.number, each.fault) for each in examples] == [
        (1, "wrong"),
        (6, "crashed"),
        (8, "refused"),
        (9, "malformed"),
    ]


def test_a_right_solution_in_the_file_is_not_received(tmp_path: Path) -> None:
    """A complaint has the solution in the file only if it is wrong, not if a solver is."""
    right = row(1)._replace(expected=row(1).solution, code=1, complaint="me: wrong")
    wrong = row(2)._replace(expected="1" * 81, code=1, complaint="expected 1...")
    with closing(Ledger(tmp_path / "ledger.db", [Input("puzzles")], SETTINGS)) as ledger:
        ledger.keep(Findings([right, wrong]))
        ledger.commit()
        found = summarize_ledger(ledger).first_complaints
    assert [each.received for each in found] == [None, "1" * 81]
    assert [each.expected for each in found] == [row(1).solution] * 2
