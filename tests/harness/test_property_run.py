"""The time of one property."""

from crosscover.harness.property_run import PropertyRun
from crosscover.harness.schedule import Budget

from .fakes import FakeClock

BUDGET = Budget(examples=40, shrink_seconds=20)


def test_a_slow_subject_has_had_its_time() -> None:
    """A property is over once the subject has taken more than the time of a property."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.charge(10.0)
    assert not run.is_over()
    run.charge(0.1)
    assert run.is_over()


def test_a_failure_is_shrunk_whatever_was_used() -> None:
    """A property that failed is not over, however much time the subject took before."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.charge(100.0)
    run.mark_failed()
    assert not run.is_over()


def test_time_to_shrink_runs_from_the_first_failure() -> None:
    """What is left to shrink counts from the first failure, and a second one gives no more."""
    clock = FakeClock()
    run = PropertyRun("property", BUDGET, clock)
    clock.now = 100.0
    assert run.shrink_seconds_left() == 20
    run.mark_failed()
    clock.now = 115.0
    run.mark_failed()
    assert run.shrink_seconds_left() == 5
    assert not run.has_shrunk_enough()
    clock.now = 120.0
    assert run.has_shrunk_enough()


def test_many_examples_have_more_time() -> None:
    """A property has ten seconds at least, and a quarter of a second an example."""
    assert [Budget(examples=examples).property_timeout for examples in (1, 40, 1000)] == [10.0, 10.0, 250.0]


def test_a_deadline_ends_a_property() -> None:
    """A property is over when its time is up by the clock, but not before it has judged anything."""
    clock = FakeClock()
    run = PropertyRun("property", BUDGET, clock, seconds=2.0)
    assert run.seconds_left() == 2
    clock.now = 3.0
    assert not run.is_over()
    run.count(1, "puzzles", (), runs=1, simplified_or_skipped=0)
    assert run.is_over()


def test_what_cannot_be_shrunk_has_no_time_for_it() -> None:
    """A failure that cannot be made smaller has shrunk enough at once."""
    run = PropertyRun("property", BUDGET, FakeClock())
    run.mark_failed(may_shrink=False)
    assert run.has_shrunk_enough()
