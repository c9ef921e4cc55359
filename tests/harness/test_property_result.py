"""The result of a property."""

from dataclasses import replace
from typing import Any

import pytest

from crosscover import contracts
from crosscover.harness.judging import InvalidExampleError, PropertyViolatedError, SubjectFailedError, failures
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended, PropertyResult, conclude
from crosscover.oracles.panel import DisagreementError
from crosscover.reference import Unique
from crosscover.responses import Declined, Response
from crosscover.result import CheckedProperty, Status
from crosscover.subjects.subject import Transcript

from .fakes import EASY, SOLUTION, TIMED_OUT

ANY = Property("p", "What p says.", lambda _: None)


def result_of(judged: int = 0, **more: Any) -> PropertyResult:
    """The result of a property before its round is concluded."""
    return PropertyResult(CheckedProperty("p", "", judged=judged), **more)


def concluded(error: Exception | None, of: Property = ANY) -> PropertyResult:
    """A result with three puzzles after a round that ended with an exception, or with none."""
    result = result_of(3)
    conclude(result, of, error)
    return result


def failed(response: Response) -> SubjectFailedError:
    """A failure with an easy puzzle."""
    return SubjectFailedError([*failures([EASY], [Unique(SOLUTION)], Transcript((response,)), contracts.PROPER)])


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
