"""The result of a property."""

from dataclasses import replace
from typing import Any

import pytest

from crosscover import contracts
from crosscover.harness.judging import InvalidExampleError, PropertyViolatedError, SubjectFailedError, failures
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended, PropertyResult, conclude
from crosscover.oracles.panel import DisagreementError
from crosscover.reference import Grid, Unique
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
    if status.has_failed:
        assert result.failure is not None
        assert result.failure.puzzles == (str(EASY),)
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


def test_a_vacuous_property_is_finished() -> None:
    """A property that judged nothing, with time left, is not judged in another round; one without time is."""
    vacuous, without_time = result_of(), result_of(ended=Ended.NO_TIME)
    for result in (vacuous, without_time):
        conclude(result, ANY, None)
    assert (vacuous.is_unfinished, without_time.is_unfinished) == (False, True)


@pytest.mark.parametrize(
    ("error", "kind", "decisive"), [(None, "may hang", True), (PropertyViolatedError("wrong"), "no answer", False)]
)
def test_suspects(error: Exception | None, kind: str, decisive: bool) -> None:
    """Easy puzzles without an answer make a property undecided, unless it failed anyway."""
    result = result_of(30, unanswered=[EASY], suspects=[EASY])
    conclude(result, ANY, error)
    [gap] = result.report().gaps
    assert (gap.kind, gap.decisive) == (kind, decisive)


@pytest.mark.parametrize(
    ("time_is_up", "unanswered", "decisive"), [(False, [], False), (True, [], True), (False, [EASY], True)]
)
def test_few_puzzles(time_is_up: bool, unanswered: list[Grid], decisive: bool) -> None:
    """A pass with few puzzles is doubtful if more time would have allowed more puzzles."""
    result = result_of(3, unanswered=unanswered)
    conclude(result, ANY, None)
    [gap, *_] = result.report(time_is_up=time_is_up).gaps
    assert (gap.kind, gap.number, gap.decisive) == ("few puzzles", 3, decisive)


def test_few_puzzles_that_cover_the_list() -> None:
    """A property whose covering list is judged needs no further puzzles."""
    result = result_of(3)
    result.reported.facets = 2
    conclude(result, ANY, None)
    assert result.report(time_is_up=True).gaps == ()
