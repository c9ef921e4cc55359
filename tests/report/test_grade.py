"""The grade of a run, and how much it says."""

from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode, Tone
from crosscover.harness.result import SAVED_FAILURES, PropertyResult
from crosscover.options import Options
from crosscover.report.events import Footer, Header
from crosscover.report.grade import Grade, advice, grade_of, graded, shortcomings
from crosscover.report.summary import closing_lines

from .samples import (
    HEADER,
    PUZZLE,
    SOLUTION,
    fault,
    footer,
    left_open,
    not_decided,
    not_run,
    passed,
    timed_out,
    vacuous,
    wrong,
)

TIMED = replace(HEADER, time_limit=60.0)

PYTHON = replace(TIMED, subject="python:a.py:solve", command=("crosscover", "check", "--jobs=1", "python:a.py:solve"))


def good(*outcomes: PropertyResult) -> Footer:
    """The end of a run without failures, whose time is up."""
    return replace(footer(*outcomes, exit_code=ExitCode.GOOD), time_is_up=True)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (good(passed()), Grade.NO_ERRORS),
        (good(passed(), not_run()), Grade.NOT_DECIDED),
        (good(passed(), left_open()), Grade.NOT_DECIDED),
        (good(replace(left_open(), not_asked=())), Grade.SLOW),
        (good(replace(left_open(), unanswered=[])), Grade.NOT_DECIDED),
        (good(not_decided()), Grade.NOT_DECIDED),
        (good(replace(passed(), judged=9)), Grade.NOT_DECIDED),
        (footer(replace(passed(), judged=9), exit_code=ExitCode.GOOD), Grade.NO_ERRORS),
        (footer(replace(left_open(), judged=9, not_asked=()), exit_code=ExitCode.GOOD), Grade.NOT_DECIDED),
        (good(replace(passed(), judged=9, facets=9)), Grade.NO_ERRORS),
        (good(replace(passed(SAVED_FAILURES), judged=1)), Grade.NO_ERRORS),
        (good(replace(passed("your_puzzles"), judged=1)), Grade.NO_ERRORS),
        (good(passed(), replace(wrong(), expected=True, not_asked=("a clash in row 1",))), Grade.AS_EXPECTED),
        (footer(left_open(), wrong()), Grade.WRONG),
        (footer(left_open(), timed_out()), Grade.TIMED_OUT),
        (footer(left_open(), fault()), Grade.FAULT),
        (footer(passed(), exit_code=ExitCode.FAULT), Grade.FAULT),
        (footer(passed(), notes=("it passes",)), Grade.NOT_AS_EXPECTED),
        (footer(passed(), fault(), notes=("it passes",)), Grade.FAULT),
        (footer(left_open(), complete=False), Grade.INTERRUPTED),
        (footer(left_open(), wrong(), fault(), complete=False), Grade.WRONG),
        (footer(vacuous()), Grade.NOTHING_JUDGED),
        (footer(vacuous(), passed()), Grade.NOT_DECIDED),
        (Footer((), 0.0, ExitCode.NOT_STARTED, complete=False), Grade.NOT_STARTED),
    ],
)
def test_grade(end: Footer, expected: Grade) -> None:
    """No errors are found only if every property was asked all facets and enough puzzles; fewer on purpose are fine."""
    assert grade_of(end) is expected
    assert next(closing_lines(TIMED, end)).startswith(f"{expected.title}: ")


@pytest.mark.parametrize(
    ("outcomes", "own", "expected"),
    [
        ([passed()], ExitCode.GOOD, ExitCode.GOOD),
        ([passed()], ExitCode.USAGE, ExitCode.USAGE),
        ([left_open()], ExitCode.GOOD, ExitCode.NOT_DECIDED),
        ([left_open(), wrong()], ExitCode.FAULT, ExitCode.WRONG),
        ([left_open()], ExitCode.FAULT, ExitCode.FAULT),
    ],
)
def test_exit_code(outcomes: list[PropertyResult], own: ExitCode, expected: ExitCode) -> None:
    """The grade decides the exit code, unless a fault or a file that was not written counts first."""
    assert graded(footer(*outcomes, exit_code=own)).exit_code is expected


def test_the_sentence() -> None:
    """The result names what was not asked, and what would help."""
    first, bound, *_ = closing_lines(PYTHON, good(left_open(), replace(passed(), judged=9, distinct=9), not_run()))
    assert first == (
        "NOT DECIDED: python:a.py:solve was not judged fully in 42.0 s; 1,209 puzzles judged without an error; "
        "not asked: the property complete, a clash in row 1, a clash in row 2 (7 more); "
        "fewer than 10 puzzles: full_grids; "
        "try --time 2m or a faster interpreter, such as PyPy."
    )
    assert bound == "With 95 % confidence, errors in puzzles of these kinds are rarer than 1 in 370."


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (TIMED, ["try --time 2m"]),
        (replace(TIMED, time_limit=300.0), ["try --time 10m"]),
        (replace(TIMED, time_limit=1800.0), []),
        (HEADER, []),
        (replace(TIMED, command=("pytest",)), ["try --crosscover-time 2m"]),
        (PYTHON, ["try --time 2m or a faster interpreter, such as PyPy"]),
        (replace(PYTHON, options=Options(python="/opt/pypy3.10/bin/pypy3")), ["try --time 2m"]),
    ],
)
def test_advice(header: Header, expected: list[str]) -> None:
    """Only what can help is advised: more time than before, another interpreter for Python."""
    assert list(advice(header)) == expected


def test_unanswered_easy_puzzles() -> None:
    """They are part of the result, with the limit that was too small for them; the property does not hold."""
    end = good(passed("a"), not_decided())
    assert grade_of(end) is Grade.NOT_DECIDED
    _, _, hung, full, *_ = next(closing_lines(TIMED, end)).split("; ")
    assert hung == f"it may hang: no answer to 1 easy puzzle in time: {PUZZLE}"
    assert full == f"no answer to 1 easy puzzle within the default memory limit (--memory-limit): {SOLUTION}"


def test_too_little_memory() -> None:
    """A hard puzzle for which the default memory was not enough makes no solver wrong."""
    outcome = replace(passed(), unanswered=[PUZZLE], out_of_memory=[PUZZLE])
    assert grade_of(good(outcome)) is Grade.SLOW
    assert "1 puzzle not answered in time or memory (--memory-limit)" in next(closing_lines(TIMED, good(outcome)))
    expected = f"1 puzzle was not answered within the default memory limit (--memory-limit): {PUZZLE}"
    assert list(shortcomings(outcome)) == [expected]


def test_a_slow_solver() -> None:
    """If every property was asked enough, a few puzzles without an answer are part of the result."""
    end = good(passed(), replace(left_open(), not_asked=()))
    first, *_ = closing_lines(TIMED, end)
    holds = "2 of 2 properties hold; 2 puzzles not answered in time; 2,400 puzzles judged in 42.0 s"
    assert first == f"NO ERRORS FOUND, BUT SLOW: {holds}."


def test_a_selection() -> None:
    """The result says that the user chose the properties, or the number of rounds."""
    first, *_ = closing_lines(replace(HEADER, selected=True), replace(good(passed()), rounds=2))
    assert first.startswith("NO ERRORS FOUND: 1 of 1 selected property holds in 2 rounds; ")


def test_tones() -> None:
    """Only a wrong solver is red, and only one without errors that was judged fully is green."""
    tones = {grade: grade.tone for grade in Grade}
    assert [grade for grade, tone in tones.items() if tone is Tone.GOOD] == [Grade.NO_ERRORS]
    assert [grade for grade, tone in tones.items() if tone is Tone.BAD] == [Grade.WRONG, Grade.NOT_AS_EXPECTED]


def test_no_bound_after_a_failure() -> None:
    """A run with a failure has no bound on the frequency of errors, even if it was expected."""
    assert good(left_open(), passed()).rarer_than == 360
    assert good(left_open(), replace(wrong(), expected=True)).rarer_than is None
    assert good(replace(left_open(), unit="grids")).rarer_than is None
