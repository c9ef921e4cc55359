"""What a harness does that shrinks no failure, as that of the selftest."""

from collections.abc import Callable, Sequence

import pytest

from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.properties import strategies as draw
from crosscover.reference import Grid
from crosscover.responses import Answered, Response
from tests.harness.fakes import FakeClock, ScriptedSubject, verdicts


def fails_beyond(size: int, clock: FakeClock, seconds: float = 0) -> Callable[[Sequence[Grid]], list[Response] | None]:
    """Leaves the puzzles of a longer batch unsolved, and takes its time over it."""

    def answer(batch: Sequence[Grid]) -> list[Response] | None:
        if len(batch) <= size:
            return None
        clock.now += seconds
        return [Answered(puzzle) for puzzle in batch]

    return answer


def test_a_property_ends_at_its_first_failure() -> None:
    """Nothing is asked after the failure, and the counterexample is what was drawn."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, fails_beyond(3, clock))
    harness = Harness(SubjectSession(subject, verdicts(), clock=clock), "sizes", Budget(seed=1, shrink_seconds=0))

    with pytest.raises(SubjectFailedError) as caught:
        harness.for_each_example(draw.batches(draw.symmetric_images_of_known()), harness.judge)

    sizes = [len(batch) for batch in subject.asked]
    assert [size > 3 for size in sizes] == [*[False] * (len(sizes) - 1), True]
    assert len(caught.value.counterexample.batch) == sizes[-1]
    assert harness.record.failed_after == sum(sizes)


def test_a_slow_failure_of_a_long_batch_is_the_same_when_it_is_tried_again() -> None:
    """A batch that fails does not change how many puzzles the subject can be given: Hypothesis would call it flaky."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, fails_beyond(100, clock, seconds=50))
    budget = Budget(seed=1, shrink_seconds=0, examples=8)
    harness = Harness(SubjectSession(subject, verdicts(), clock=clock), "long", budget)

    with pytest.raises(SubjectFailedError):
        harness.for_each_example(draw.long_batches(), harness.judge)
