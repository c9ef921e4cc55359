"""The result of a property."""

from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.harness.harness import certify_failure
from crosscover.harness.judging import InvalidExampleError, PropertyViolatedError, SubjectFailedError, failures
from crosscover.harness.property import Property
from crosscover.harness.property_result import PropertyResult, conclude
from crosscover.oracles.panel import DisagreementError
from crosscover.reference import NoSolution, Unique, Verdict
from crosscover.responses import Answered, Declined, Response
from crosscover.result import Status
from crosscover.subjects.subject import Transcript

from .fakes import EASY, SOLUTION, TIMED_OUT

ANY = Property("p", "What p says.", lambda _: None)
PASSED = PropertyResult("p", "", Status.PASSED, judged=100, distinct=100)


def concluded(error: Exception | None, result: PropertyResult | None = None, of: Property = ANY) -> PropertyResult:
    """A result with three puzzles, or a given one, after a round that ended with an exception, or with none."""
    result = result or PropertyResult("p", "", judged=3)
    conclude(result, of, error)
    return result


def failed(response: Response, verdict: Verdict = Unique(SOLUTION)) -> SubjectFailedError:
    """A counterexample with an easy puzzle."""
    return SubjectFailedError([*failures([EASY], [verdict], Transcript((response,)), contracts.PROPER)])


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
    assert (result.status, result.failure is None) == (status, error is None)
    assert result.failed_after == (3 if status.has_failed else None)
    links = concluded(error, of=replace(ANY, calls_subject=True))
    assert links.status is (Status.WRONG if isinstance(error, KeyError) else status)


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (PropertyResult("p", ""), Status.VACUOUS),
        (PropertyResult("p", "", had_no_time=True), Status.NOT_RUN),
        (PropertyResult("p", "", unanswered=[EASY]), Status.NOT_RUN),
        (PropertyResult("p", "", unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
        (PropertyResult("p", "", judged=3, unanswered=[EASY]), Status.PASSED),
        (PropertyResult("p", "", judged=3, unanswered=[EASY], suspects=[EASY]), Status.NOT_DECIDED),
        (PropertyResult("p", "", judged=3, undecided=[EASY]), Status.NOT_DECIDED),
        (PropertyResult("p", "", judged=3, skipped=1), Status.PASSED),
        (PropertyResult("p", "", is_given=True, judged=3, skipped=1), Status.NOT_DECIDED),
        (PropertyResult("p", "", is_given=True, judged=3, unanswered=[EASY]), Status.NOT_DECIDED),
    ],
)
def test_no_failure(result: PropertyResult, status: Status) -> None:
    """A property passes only if it judged something, and every puzzle that must be judged."""
    assert concluded(None, result).status is status


def test_a_refuted_verdict_is_a_fault_of_crosscover() -> None:
    """A failure whose verdict is refuted is a fault of crosscover, not of the subject."""
    result = concluded(failed(Answered(SOLUTION), NoSolution()))
    certify_failure(result)
    assert result.failure is not None
    assert (result.status, result.failure.certified) == (Status.FAULT, False)


def test_causes() -> None:
    """A result with several causes is one result for each, with the status of its own failure."""
    wrong, timed_out = failed(Declined()), failed(TIMED_OUT)
    result = concluded(SubjectFailedError([wrong.counterexample, timed_out.counterexample]))
    assert [one.status for one in result.by_cause()] == [Status.WRONG, Status.TIMED_OUT]
    assert all(one.failure is not None and one.failure.others == () for one in result.by_cause())
    assert PASSED.by_cause() == (PASSED,)
