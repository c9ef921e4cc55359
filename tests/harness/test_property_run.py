"""Time and end of one property."""

from crosscover.harness.property_run import PropertyRun
from crosscover.harness.schedule import Budget

from .fakes import FakeClock

BUDGET = Budget(examples=40, shrink_seconds=20)


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


def test_shrinking_time_starts_at_the_first_failure() -> None:
    """The time for shrinking starts at the first failure, and a second one does not extend it."""
    clock = FakeClock()
    run = PropertyRun("property", BUDGET, clock)
    clock.now = 100.0
    assert run.shrinking.left == 20
    run.mark_failed()
    clock.now = 115.0
    run.mark_failed()
    assert run.shrinking.left == 5
    assert not run.has_shrunk_enough()
    clock.now = 120.0
    assert run.has_shrunk_enough()


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
    assert run.has_shrunk_enough()
