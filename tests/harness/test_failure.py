"""The failures of a property, made from the exception that ended it."""

from dataclasses import replace

from crosscover import contracts
from crosscover.harness.failure import failures_by_cause
from crosscover.harness.judging import Counterexample, SubjectFailedError, failures
from crosscover.harness.property import Property
from crosscover.reference import NoSolution, Unique, Verdict
from crosscover.responses import Answered, Declined, Response
from crosscover.result import Failure, Status
from crosscover.subjects.subject import Transcript

from .fakes import EASY, OTHER, SOLUTION, TIMED_OUT

ANSWERS = Declined(), Answered(OTHER)


def found(response: Response, verdict: Verdict = Unique(SOLUTION)) -> Counterexample:
    """A counterexample with an easy puzzle."""
    return next(failures([EASY], [verdict], Transcript((response,)), contracts.PROPER))


def made(*counterexamples: Counterexample) -> list[Failure]:
    """The failures of a property that these counterexamples refute."""
    prop = Property("p", "What p says.", lambda _: None)
    return list(failures_by_cause(prop, SubjectFailedError(counterexamples)).values())


def test_a_refuted_verdict_is_a_fault_of_crosscover() -> None:
    """A failure whose verdict is refuted is a fault of crosscover, not of the subject."""
    [failure] = made(found(Answered(SOLUTION), NoSolution()))
    assert (failure.status, failure.certified) == (Status.FAULT, False)


def test_causes() -> None:
    """Each cause has one failure, with its own status."""
    causes = made(found(Declined()), found(TIMED_OUT), found(Declined()))
    assert [failure.status for failure in causes] == [Status.WRONG, Status.TIMED_OUT]


def test_failures_now_and_then_have_one_cause() -> None:
    """Failures that do not recur each time have the same cause, whatever the answers."""
    assert len(made(*(replace(found(answer), repeats=5, failed_repeats=2) for answer in ANSWERS))) == 1
    assert len(made(*(found(answer) for answer in ANSWERS))) == 2
