"""The result of a property."""

from dataclasses import replace
from typing import Any

import pytest

from crosscover import contracts
from crosscover.harness.judging import (
    Counterexample,
    InvalidExampleError,
    PropertyViolatedError,
    SubjectFailedError,
    failures,
)
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended, PropertyResult, conclude
from crosscover.oracles.panel import DisagreementError
from crosscover.reference import NoSolution, Unique, Verdict
from crosscover.responses import Answered, Declined, Response
from crosscover.result import CheckedProperty, Status
from crosscover.subjects.subject import Transcript

from .fakes import EASY, OTHER, SOLUTION, TIMED_OUT

ANY = Property("p", "What p says.", lambda _: None)


def result_of(judged: int = 0, **more: Any) -> PropertyResult:
    """The result of a property before its round is concluded."""
    return PropertyResult(CheckedProperty("p", "", judged=judged), **more)


def concluded(error: Exception | None, of: Property = ANY) -> PropertyResult:
    """A result with three puzzles after a round that ended with an exception, or with none."""
    result = result_of(3)
    conclude(result, of, error)
    return result


def found(response: Response, verdict: Verdict = Unique(SOLUTION)) -> Counterexample:
    """A counterexample with an easy puzzle."""
    return next(failures([EASY], [verdict], Transcript((response,)), contracts.PROPER))


def failed(response: Response, verdict: Verdict = Unique(SOLUTION)) -> SubjectFailedError:
    """A failure with an easy puzzle."""
    return SubjectFailedError([found(response, verdict)])


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (None, Status.PASSED),
        (failed(Declined()), Status.WRONG),
        (failed(TIMED_OUT), Status.TIMED_OUT),
        (PropertyViolatedError("missed one", EASY), Status.WRONG),
        (PropertyViolatedError("hangs", EASY, is_timeout=True), Status.TIMED_OUT),
        (DisagreementError(EASY, {"one": "none", "other": "one"}), Status.FAULT),
        (InvalidExampleError("not proper"), Status.FAULT),
        (KeyError("ours"), Status.FAULT),
    ],
)
def test_status(error: Exception | None, status: Status) -> None:
    """The exception of a property determines its status; unexpected ones are faults, unless in the dancing links."""
    result = concluded(error)
    assert (result.reported.status, result.failure is None) == (status, error is None)
    assert result.reported.failed_after == (3 if status.has_failed else None)
    links = concluded(error, of=replace(ANY, calls_subject=True))
    assert links.reported.status is (Status.WRONG if isinstance(error, KeyError) else status)


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (result_of(), Status.VACUOUS),
        (result_of(ended=Ended.NO_TIME), Status.NOT_RUN),
        (result_of(unanswered=[EASY]), Status.NOT_RUN),
        (result_of(unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
        (result_of(3, unanswered=[EASY]), Status.PASSED),
        (result_of(3, unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
        (result_of(3, undecided=[EASY]), Status.NOT_DECIDED),
        (result_of(3, skipped=1), Status.PASSED),
        (result_of(3, is_given=True, skipped=1), Status.NOT_DECIDED),
        (result_of(3, is_given=True, unanswered=[EASY]), Status.NOT_DECIDED),
    ],
)
def test_no_failure(result: PropertyResult, status: Status) -> None:
    """A property passes only if it judged something, and every puzzle that must be judged."""
    conclude(result, ANY, None)
    assert result.reported.status is status


def test_a_refuted_verdict_is_a_fault_of_crosscover() -> None:
    """A failure whose verdict is refuted is a fault of crosscover, not of the subject."""
    result = concluded(failed(Answered(SOLUTION), NoSolution()))
    assert result.failure is not None
    assert (result.reported.status, result.failure.certified) == (Status.FAULT, False)


def test_causes() -> None:
    """A result with several causes has a failure for each, with its own status; the first decides on the property."""
    result = concluded(SubjectFailedError([found(Declined()), found(TIMED_OUT), found(Declined())]))
    assert [failure.status for failure in result.failures.values()] == [Status.WRONG, Status.TIMED_OUT]
    assert result.reported.status is Status.WRONG


def test_failures_now_and_then_have_one_cause() -> None:
    """Failures that do not recur each time have the same cause, whatever the answers."""
    flaky = [replace(found(answer), repeats=5, failed_repeats=2) for answer in (Declined(), Answered(OTHER))]
    assert len(concluded(SubjectFailedError(flaky)).failures) == 1
