"""The result of a property."""

from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.exit_code import Tone
from crosscover.harness.applies import Property, Requires
from crosscover.harness.harness import certify_failure
from crosscover.harness.judging import InvalidExampleError, PropertyViolatedError, SubjectFailedError, first_failure
from crosscover.harness.result import (
    FEWEST_PUZZLES,
    SAVED_FAILURES,
    Failure,
    PropertyResult,
    Status,
    conclude,
    rarer_than,
)
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.reference import NoSolution, Unique, Verdict
from crosscover.responses import Answered, Declined, Response
from crosscover.subjects.subject import Transcript

from .fakes import EASY, SOLUTION, TIMED_OUT, do_nothing

ANY = Property("p", "What p says.", do_nothing)
LINKS = replace(ANY, requires=Requires.DANCING_LINKS)
PASSED = PropertyResult("p", "", Status.PASSED, judged=100, distinct=100)


def concluded(error: BaseException | None, result: PropertyResult | None = None, of: Property = ANY) -> PropertyResult:
    """A result with three puzzles, or a given one, after a round that ended with an exception, or with none."""
    result = result or PropertyResult("p", "", judged=3)
    conclude(result, of, error)
    return result


def failed(response: Response, verdict: Verdict = Unique(SOLUTION)) -> SubjectFailedError:
    """A counterexample with an easy puzzle."""
    found = first_failure([EASY], [verdict], Transcript((response,)), contracts.PROPER)
    assert found is not None
    return SubjectFailedError(found)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (None, Status.PASSED),
        (failed(Declined()), Status.WRONG),
        (failed(TIMED_OUT), Status.TIMED_OUT),
        (PropertyViolatedError("missed one", EASY), Status.WRONG),
        (PropertyViolatedError("hangs", EASY, is_timeout=True), Status.TIMED_OUT),
        (DisagreementError(EASY, {"one": "none", "other": "one"}), Status.FAULT),
        (UndecidedError(EASY, ["bitmask"], ["dlx"]), Status.FAULT),
        (InvalidExampleError("not proper"), Status.FAULT),
        (KeyError("ours"), Status.FAULT),
    ],
)
def test_status(error: BaseException | None, status: Status) -> None:
    """The exception of a property determines its status; unexpected ones are faults of crosscover."""
    result = concluded(error)
    assert (result.status, result.failure is None) == (status, error is None)


def test_exceptions_of_the_reference() -> None:
    """An exception in the dancing links is their failure, unless it ends the interpreter."""
    assert concluded(IndexError("link"), of=LINKS).status is Status.WRONG
    assert concluded(SystemExit(0), of=LINKS).status is Status.FAULT


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (PropertyResult("p", ""), Status.VACUOUS),
        (PropertyResult("p", "", had_no_time=True), Status.NOT_RUN),
        (PropertyResult("p", "", unanswered=[EASY]), Status.NOT_RUN),
        (PropertyResult("p", "", unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
        (PropertyResult("p", "", judged=3, unanswered=[EASY]), Status.PASSED),
        (PropertyResult("p", "", judged=3, unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
    ],
)
def test_no_failure(result: PropertyResult, status: Status) -> None:
    """A property that judged nothing does not pass, nor does one with easy puzzles that were not answered."""
    assert concluded(None, result).status is status


def test_a_failure_outside_of_examples_comes_last() -> None:
    """A failure without a recorded position counts as after all judged puzzles."""
    assert concluded(PropertyViolatedError("wrong number")).failed_after == 3
    assert concluded(None).failed_after is None


@pytest.mark.parametrize(
    ("verdict", "status"), [(Unique(SOLUTION), Status.WRONG), (NoSolution(), Status.FAULT)], ids=["true", "false"]
)
def test_certificates(verdict: Verdict, status: Status) -> None:
    """The expected answers of a failure are proved; a verdict that is refuted is a fault of crosscover."""
    result = concluded(failed(Answered(EASY), verdict))
    certify_failure(result, 10)
    assert result.failure is not None
    assert (result.status, result.failure.certified) == (status, status is Status.WRONG)


def test_causes() -> None:
    """A result with several causes is one result for each, with the status of its own failure."""
    wrong, late = failed(Declined()), failed(TIMED_OUT)
    result = concluded(SubjectFailedError(wrong.counterexample, [late.counterexample]))
    assert [one.status for one in result.by_cause()] == [Status.WRONG, Status.TIMED_OUT]
    assert all(one.failure is not None and one.failure.others == () for one in result.by_cause())
    assert PASSED.by_cause() == (PASSED,)


@pytest.mark.parametrize(("puzzles", "bound"), [(0, None), (4, None), (5, 2), (30, 10), (1200, 400), (10**6, 330_000)])
def test_rarer_than(puzzles: int, bound: int | None) -> None:
    """Errors are rarer than 1 in a third of the different puzzles, with two digits; few puzzles say nothing."""
    assert rarer_than(puzzles) == bound
    assert replace(PASSED, distinct=puzzles).rarer_than == bound


@pytest.mark.parametrize("changes", [{"status": Status.WRONG}, {"unit": "grids"}, {"name": SAVED_FAILURES}])
def test_what_says_nothing_about_other_puzzles(changes: dict[str, object]) -> None:
    """A failure, other units than puzzles, and given puzzles say nothing about the rarity of errors."""
    assert replace(PASSED, **changes).rarer_than is None  # type: ignore[arg-type]  # a field each


def test_words() -> None:
    """A pass on few puzzles, and an expected failure, are named as such, and are faint."""
    few = replace(PASSED, judged=FEWEST_PUZZLES - 1)
    expected = replace(PASSED, status=Status.WRONG, failure=Failure("it"), expected=True)
    shown = [(one.word, one.title, one.tone) for one in (PASSED, few, expected, replace(expected, expected=False))]
    assert shown == [
        ("passed", "passed", Tone.GOOD),
        ("few puzzles", "few puzzles", Tone.FAINT),
        ("expected failure", "expected failure", Tone.FAINT),
        ("wrong", "WRONG", Tone.BAD),
    ]
    assert not replace(few, facets=3).is_thin
    assert expected.rank == PASSED.rank
