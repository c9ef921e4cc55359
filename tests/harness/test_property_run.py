"""Time and end of one property."""

from crosscover.harness.deadline import Deadline
from crosscover.harness.property_run import PropertyRun
from crosscover.harness.schedule import Budget

from .fakes import FakeClock

BUDGET = Budget(examples=40, shrink_steps=20)


def test_a_slow_subject_ends_a_property() -> None:
    """A property ends when the subject has used more than the property's time."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.charge(10.0)
    assert not run.is_over()
    run.charge(0.1)
    assert run.is_over()


def test_a_failure_is_shrunk_after_the_time_is_used_up() -> None:
    """A property that failed continues, however much time the subject has used."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.charge(100.0)
    run.mark_failed()
    assert not run.is_over()


def test_shrinking_ends_after_its_steps() -> None:
    """A run takes a step, and one more for each 100 puzzles of it; a second failure adds none."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.mark_failed()
    run.shrinking.take(350)
    run.mark_failed()
    assert run.shrinking.left == 16
    part = run.shrinking.part(10)
    part.take(900)
    assert (part.is_over, run.shrinking.is_over, run.shrinking.left) == (True, False, 6)
    run.shrinking.take(500)
    assert run.shrinking.is_over


def test_a_slow_subject_shrinks_for_a_part_of_the_time_left() -> None:
    """Shrinking is cut off after a quarter of the time left, but not before 8 seconds."""
    for left, seconds in ((60.0, 15.0), (10.0, 8.0)):
        run = PropertyRun("property", BUDGET, FakeClock(), end=Deadline(FakeClock(), left))
        run.mark_failed()
        assert run.shrinking.end.left == seconds


def test_many_examples_have_more_time() -> None:
    """A property has at least ten seconds, and a quarter of a second per example."""
    assert [Budget(examples=examples).property_timeout for examples in (1, 40, 1000)] == [10.0, 10.0, 250.0]


def test_a_deadline_ends_a_property() -> None:
    """A property ends at its deadline, but not before it has judged a puzzle."""
    clock = FakeClock()
    run = PropertyRun("property", BUDGET, clock, seconds=2.0)
    assert run.seconds_left() == 2
    clock.now = 3.0
    assert not run.is_over()
    run.count(1, "puzzles", (), runs=1, simplified_or_skipped=0)
    assert run.is_over()


def test_a_minimal_failure_is_not_shrunk() -> None:
    """A failure that cannot become smaller gets no time for shrinking."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.mark_failed(0)
    assert run.shrinking.is_over
