"""The failures of a property, made from the exception that ended it."""

from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.harness.failure import MAX_CERTIFICATES, failure_of, failures_by_cause
from crosscover.harness.judging import Batch, Counterexample, SubjectFailedError, failures
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


@pytest.mark.parametrize(
    ("batch", "index"), [((OTHER, EASY, EASY), 0), ((EASY, OTHER, EASY), 1), ((EASY, EASY, EASY), None)]
)
def test_the_answer_of_an_earlier_puzzle(batch: Batch, index: int | None) -> None:
    """A failure names the last earlier puzzle that got the same answer, unless it is the same puzzle."""
    answer = Answered(SOLUTION)
    run = failures(batch, [Unique(SOLUTION)] * 2 + [NoSolution()], Transcript((answer,) * 3), contracts.ANY)
    [counterexample] = run
    failure = failure_of(replace(counterexample, right_alone=True), "p")
    assert (failure.failing_index, failure.answer_of) == (2, index)


def test_a_failure_has_few_certificates() -> None:
    """A failure of many puzzles lists the certificates of the first puzzles only."""
    batch = tuple(SOLUTION.with_cell(cell, 0) for cell in range(MAX_CERTIFICATES + 3))
    transcript = Transcript((Declined(),) * len(batch))
    [failure, *_] = made(next(failures(batch, [Unique(SOLUTION)] * len(batch), transcript, contracts.PROPER)))
    assert (failure.certified, len(failure.certificates)) == (True, MAX_CERTIFICATES)
