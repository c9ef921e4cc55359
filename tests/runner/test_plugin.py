"""The reports of properties under pytest; `tests/check/test_under_pytest.py` runs pytest."""

from types import SimpleNamespace
from typing import cast

import pytest

from crosscover.harness.property_result import PropertyResult
from crosscover.responses import Answered, Declined
from crosscover.runner.expected import ExpectedFailures
from crosscover.runner.plugin import show
from crosscover.runner.run import Run
from tests.report.samples import SETUP, WRONG_ANSWER, counterexample, wrong

SAME = "probably from the same cause as"


def text_of(result: PropertyResult, shown: dict[object, str]) -> str:
    """The text of the report of a property that failed."""
    report = pytest.TestReport("id", ("test_mine.py", 1, "test"), {}, "passed", None, "call")
    show(report, result, cast("Run", SimpleNamespace(expected=ExpectedFailures(), setup=SETUP)), shown)
    assert report.outcome == "failed"
    return str(report.longrepr)


def test_a_cause_is_shown_once() -> None:
    """A property that fails from a known cause names the first property, and any other cause is shown in full."""
    shown: dict[object, str] = {}
    refusal, answer = counterexample(Declined()), counterexample(Answered(WRONG_ANSWER))
    assert SAME not in text_of(wrong("a", refusal), shown)
    assert text_of(wrong("b", refusal), shown).endswith(f"{SAME} a")
    assert SAME not in text_of(wrong("c", answer), shown)
    assert text_of(wrong("d", answer), shown).endswith(f"{SAME} c")
