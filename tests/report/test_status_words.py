"""Each status has one word, the same in every report."""

import json
import re
from dataclasses import replace
from io import StringIO

import pytest

from crosscover.harness.result import PropertyResult, Status
from crosscover.report.comparison import ComparedRun, Comparison, cell
from crosscover.report.comparison_reports import comparison_page
from crosscover.report.html.check_page import check_page
from crosscover.report.json_report import report_object
from crosscover.report.junit import document
from crosscover.report.summary import HEADINGS
from crosscover.report.terminal import TerminalWriter

from .samples import HEADER, fault, footer, not_run, passed, tell, timed_out, vacuous, wrong

OUTCOMES = [
    (passed(), "passed"),
    (replace(passed(), judged=3), "few puzzles"),
    (replace(wrong(), expected=True), "expected failure"),
    (wrong(), "wrong"),
    (timed_out(), "timed out"),
    (vacuous(), "nothing judged"),
    (fault(), "fault"),
    (not_run(), "not run"),
]


@pytest.mark.parametrize(("outcome", "word"), OUTCOMES, ids=[word for _, word in OUTCOMES])
def test_one_word_in_every_report(outcome: PropertyResult, word: str) -> None:
    """The terminal and tables of comparisons write failures in capitals, and all reports have the same word."""
    end, stream = footer(outcome), StringIO()
    tell(TerminalWriter(stream), end)
    compared = Comparison((ComparedRun(HEADER, end), ComparedRun(HEADER, end)))
    assert outcome.word == word
    assert any(line.lower().startswith(f"{word:<16}  {outcome.name}") for line in stream.getvalue().splitlines())
    assert f'<td class="{outcome.tone.value}">{word}</td>' in check_page(HEADER, end)
    assert cell(outcome).lower().startswith(word)
    assert f'<td class="{outcome.tone.value}">{cell(outcome)}</td>' in comparison_page(compared)
    plain = json.loads(json.dumps(report_object(HEADER, end)))["properties"][0]
    assert plain["status"] == outcome.status.word
    if outcome.failure is not None and not outcome.expected:
        assert f'type="{word}"' in document(HEADER, end)


@pytest.mark.parametrize(
    ("outcome", "heading"), [(one, HEADINGS[one.status]) for one in (wrong(), timed_out(), fault())]
)
def test_only_wrong_is_red(outcome: PropertyResult, heading: str) -> None:
    """Each kind of failure has a heading of its own, and only that of wrong answers is red."""
    is_wrong, stream = outcome.status is Status.WRONG, StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]  # a terminal, with colours
    page = check_page(HEADER, footer(outcome))
    [title] = re.findall('<h2 id="failures-[0-9]+">([^<]+)</h2>', page)
    [article] = re.findall("<article class=.([a-z]+)", page)
    assert (title, article) == (heading, "bad" if is_wrong else "undecided")
    tell(TerminalWriter(stream), footer(outcome))
    assert ("\x1b[1;31m" in stream.getvalue()) is is_wrong
