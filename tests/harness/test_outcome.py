"""The outcome of a property."""

import pytest

from crosscover import contracts
from crosscover.harness.applies import Property, Requires
from crosscover.harness.harness import certified
from crosscover.harness.judging import InvalidExampleError, PropertyViolatedError, SubjectFailedError, first_failure
from crosscover.harness.result import PropertyResult, Status, outcome_of
from crosscover.harness.property_run import Record
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.reference import NoSolution, Unique, Verdict
from crosscover.responses import Answered, Declined, Response
from crosscover.subjects.subject import Transcript

from .fakes import EASY, SOLUTION, TIMED_OUT

ANY = Property("p", "What p says.")
LINKS = Property("p", "What p says.", requires=Requires.DANCING_LINKS)


def outcome(error: BaseException | None, *, judged: int = 3, of: Property = ANY) -> PropertyResult:
    """The outcome of a property that ended with an exception, or with none."""
    return outcome_of(of, Record(judged=judged), error)


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
        (SystemExit(0), Status.FAULT),
    ],
)
def test_status(error: BaseException | None, status: Status) -> None:
    """The exception of a property determines its status; unexpected ones are faults of crosscover."""
    assert outcome(error).status is status


def test_nothing_judged() -> None:
    """A property that judged nothing does not pass."""
    assert outcome(None, judged=0).status is Status.VACUOUS


def test_unanswered_easy_puzzles_are_no_pass() -> None:
    """A property with an easy puzzle without an answer is not decided, in later rounds as well; a failure counts."""
    first = outcome_of(ANY, Record(judged=3, unanswered=[EASY], suspects=[EASY]), None)
    nothing = outcome_of(ANY, Record(unanswered=[EASY], suspects=[EASY]), None)
    assert (first.status, nothing.status) == (Status.NOT_DECIDED, Status.NOT_DECIDED)
    later = [outcome(None), outcome(None, judged=0), outcome(failed(Declined()))]
    statuses = [Status.NOT_DECIDED, Status.NOT_DECIDED, Status.WRONG]
    assert [one.after(first).status for one in later] == statuses
    assert first.after(outcome(None)).status is Status.NOT_DECIDED


def test_exceptions_of_the_reference() -> None:
    """An exception in the dancing links is their failure, unless it ends the interpreter."""
    assert outcome(IndexError("link"), of=LINKS).status is Status.WRONG
    assert outcome(SystemExit(0), of=LINKS).status is Status.FAULT


def test_a_failure_outside_of_examples_comes_last() -> None:
    """A failure without a recorded position counts as after all judged puzzles."""
    assert outcome(PropertyViolatedError("wrong number")).failed_after == 3
    assert outcome(None).failed_after is None


def test_right_answers_are_certified() -> None:
    """The expected answers of a failure are proved."""
    failure = certified(outcome(failed(Declined())), 10).failure
    assert failure is not None
    assert failure.certified
    assert failure.counterexample is not None
    assert tuple(one.puzzle for one in failure.certificates) == failure.counterexample.batch


def test_a_refuted_verdict_is_a_fault_of_crosscover() -> None:
    """A failure whose verdict is refuted is a fault of crosscover, not of the subject."""
    judged = certified(outcome(failed(Answered(SOLUTION), NoSolution())), 10)
    assert judged.status is Status.FAULT


def test_rounds_add_up() -> None:
    """The outcome of a later round includes the counts of earlier rounds."""
    earlier = PropertyResult("p", "", Status.PASSED, judged=10, runs=2, seconds=1, labels={"a": 1})
    later = PropertyResult("p", "", Status.WRONG, judged=5, runs=1, seconds=2, labels={"a": 2, "b": 1}, failed_after=4)
    both = later.after(earlier)
    assert (both.status, both.judged, both.runs, both.seconds) == (Status.WRONG, 15, 3, 3)
    assert (both.failed_after, both.labels) == (14, {"a": 3, "b": 1})
