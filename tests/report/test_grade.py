"""The grade of a run, and how much it says."""

from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode, Tone
from crosscover.harness.outcome import SAVED_FAILURES, Outcome
from crosscover.options import Options
from crosscover.report import grade
from crosscover.report.events import Footer, Header
from crosscover.report.grade import Grade, advice, grade_of
from crosscover.report.summary import closing_lines

from .samples import HEADER, fault, footer, left_open, not_run, passed, timed_out, vacuous, wrong

TIMED = replace(HEADER, time_limit=40.0)
"""The header of a run whose time is up after the 42 s of the samples."""

PYTHON = replace(TIMED, subject="python:a.py:solve", command=("crosscover", "check", "--jobs=1", "python:a.py:solve"))


@pytest.fixture(autouse=True)
def _four_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grade, "cores", lambda: 4)


def good(*outcomes: Outcome) -> Footer:
    """The end of a run without failures."""
    return footer(*outcomes, exit_code=ExitCode.GOOD)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (good(passed()), Grade.NO_ERRORS),
        (good(passed(), not_run()), Grade.TOO_SLOW),
        (good(passed(), left_open()), Grade.TOO_SLOW),
        (good(replace(left_open(), not_asked=())), Grade.TOO_SLOW),
        (good(replace(left_open(), unanswered=())), Grade.TOO_SLOW),
        (good(replace(passed(), judged=9)), Grade.TOO_SLOW),
        (good(replace(passed(SAVED_FAILURES), judged=1)), Grade.NO_ERRORS),
        (good(replace(passed("your_puzzles"), judged=1)), Grade.NO_ERRORS),
        (good(passed(), replace(wrong(), expected=True, not_asked=("a clash in row 1",))), Grade.AS_EXPECTED),
        (footer(left_open(), wrong()), Grade.WRONG),
        (footer(left_open(), timed_out()), Grade.TIMED_OUT),
        (footer(left_open(), fault()), Grade.NOT_DECIDED),
        (footer(left_open(), complete=False), Grade.NOT_DECIDED),
        (footer(vacuous()), Grade.NOTHING_JUDGED),
        (Footer((), 0.0, ExitCode.NOT_STARTED, complete=False), Grade.NOT_STARTED),
    ],
)
def test_grade(end: Footer, expected: Grade) -> None:
    """No errors are found only if every property was asked all facets and answered every puzzle in time."""
    assert grade_of(TIMED, end) is expected
    assert next(closing_lines(TIMED, end)).startswith(f"{expected.title}: ")


def test_few_puzzles_of_a_short_run() -> None:
    """Few puzzles make a solver too slow only if the time of the run was up."""
    end = good(replace(passed(), judged=9))
    assert grade_of(HEADER, end) is Grade.NO_ERRORS
    assert grade_of(replace(HEADER, time_limit=60.0), end) is Grade.NO_ERRORS


def test_the_sentence() -> None:
    """The result names what was not asked, what was not answered in time, and what would help."""
    first, bound, *_ = closing_lines(PYTHON, good(left_open(), replace(passed(), judged=9, distinct=9), not_run()))
    assert first == (
        "TOO SLOW TO JUDGE FULLY: no errors found in 1,209 puzzles in 42.0 s; "
        "not asked: the property complete, a clash in row 1, a clash in row 2 (7 more); "
        "not answered in time: 2 puzzles; fewer than 10 puzzles: full_grids; "
        "try --time 2m or --jobs 4 or a faster interpreter, such as PyPy."
    )
    assert bound == "With 95 % confidence, errors in puzzles of these kinds are rarer than 1 in 370."


@pytest.mark.parametrize(
    ("seconds", "pace", "words"),
    [(42.0, 1.0, "2m"), (42.0, 5.0, "5m"), (42.0, 20.0, "10m"), (42.0, 80.0, "30m"), (300.0, 1.0, "10m")],
)
def test_the_advised_time(seconds: float, pace: float, words: str) -> None:
    """The time is enough for a puzzle per facet at the pace of the property, and rounded up."""
    end = replace(good(replace(left_open(), judged=100, seconds=100 * pace)), seconds=seconds)
    assert list(advice(TIMED, end)) == [f"try --time {words}"]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (replace(TIMED, time_limit=1800.0), []),
        (HEADER, []),
        (replace(HEADER, command=("crosscover", "check", "--jobs", "2")), ["try --jobs 4"]),
        (replace(HEADER, command=("crosscover", "check", "--jobs", "4")), []),
        (
            replace(TIMED, command=("pytest", "--crosscover-jobs=1")),
            ["try --crosscover-time 2m or --crosscover-jobs 4"],
        ),
        (replace(PYTHON, command=(), options=Options(python="/opt/pypy3.10/bin/pypy3")), ["try --time 2m"]),
    ],
)
def test_advice(header: Header, expected: list[str]) -> None:
    """Only what can help is advised: more time than before, more processors, another interpreter for Python."""
    assert list(advice(header, good(left_open()))) == expected


def test_tones() -> None:
    """A run that was too slow is neither good nor bad, unless something else went wrong."""
    assert Grade.TOO_SLOW.tone(ExitCode.GOOD) is Tone.UNDECIDED
    assert Grade.NO_ERRORS.tone(ExitCode.GOOD) is Tone.GOOD
    assert Grade.WRONG.tone(ExitCode.WRONG) is Tone.BAD


def test_no_bound_after_a_failure() -> None:
    """A run with a failure has no bound on the frequency of errors, even if it was expected."""
    assert good(left_open(), passed()).rarer_than == 360
    assert good(left_open(), replace(wrong(), expected=True)).rarer_than is None
    assert good(replace(left_open(), unit="grids")).rarer_than is None
