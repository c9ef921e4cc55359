"""A harness without shrinking, as the selftest uses it."""

from collections.abc import Callable, Sequence

import pytest

from crosscover.harness.budget import Budget
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.property_result import PropertyResult
from crosscover.harness.session import SubjectSession
from crosscover.properties import strategies as draw
from crosscover.reference import Grid
from crosscover.responses import Answered, Response
from tests.harness.fakes import FakeClock, ScriptedSubject, verdicts


def fails_beyond(size: int, clock: FakeClock, seconds: float = 0) -> Callable[[Sequence[Grid]], list[Response] | None]:
    """A subject that is slow and wrong for batches above a given length."""

    def answer(batch: Sequence[Grid]) -> list[Response] | None:
        if len(batch) <= size:
            return None
        clock.now += seconds
        return [Answered(puzzle) for puzzle in batch]

    return answer


def test_a_property_ends_at_its_first_failure() -> None:
    """No puzzle is sent after the failure, and the counterexample is the batch as it was drawn."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, fails_beyond(3, clock))
    harness = Harness(
        SubjectSession(subject, verdicts(), clock=clock),
        PropertyResult("sizes", ""),
        Budget(40, seed=1, shrink_steps=0),
    )

    with pytest.raises(SubjectFailedError) as caught:
        harness.judge_each(draw.batches(draw.symmetric_images_of_known()))

    sizes = [len(batch) for batch in subject.asked]
    assert [size > 3 for size in sizes] == [*[False] * (len(sizes) - 1), True]
    assert len(caught.value.counterexample.batch) == sizes[-1]
    assert harness.result.failed_after == sum(sizes)


def test_a_slow_failure_of_a_long_batch_is_not_flaky() -> None:
    """A failing batch does not change the maximum batch size, or Hypothesis would report the failure as flaky."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, fails_beyond(100, clock, seconds=50))
    budget = Budget(seed=1, shrink_steps=0, examples=8)
    harness = Harness(SubjectSession(subject, verdicts(), clock=clock), PropertyResult("long", ""), budget)

    with pytest.raises(SubjectFailedError):
        harness.judge_each(draw.long_batches())
