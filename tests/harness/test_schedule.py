"""The distribution of a run's time over properties and rounds."""

import math
from itertools import islice

from crosscover.harness.schedule import SWEEP_SHARE, Budget, Schedule, growing


def test_rounds_grow() -> None:
    """Each round has twice as many examples as the one before, and a different seed."""
    budgets = list(islice(growing(Budget(seed=7)), 4))
    assert [(budget.examples, budget.seed) for budget in budgets] == [(3, 7), (6, 8), (12, 9), (24, 10)]


def test_a_slow_subject_has_a_share_for_each_property() -> None:
    """If every property uses all its time, the shares are equal, and some time remains after the sweep."""
    schedule = Schedule([Budget(), Budget()], 100)
    schedule.start_round([1] * 4)
    shares: list[float] = []
    for _ in range(4):
        shares.append(schedule.next_share())
        schedule.charge(shares[-1])
    assert [round(share, 6) for share in shares] == [100 * SWEEP_SHARE / 4] * 4
    assert schedule.start_round([1] * 4)
    assert round(schedule.next_share(), 6) == 100 * (1 - SWEEP_SHARE) / 4
    assert not schedule.is_over
    assert not schedule.start_round([1] * 4)


def test_unused_time_goes_to_later_properties() -> None:
    """The unused share of a property goes to the others."""
    schedule = Schedule(seconds=100)
    schedule.start_round([1] * 4)
    assert schedule.next_share() == 25
    schedule.charge(1)
    assert schedule.next_share() == 33


def test_without_a_limit_every_property_has_all_the_time() -> None:
    """Without a limit every property has unlimited time."""
    schedule = Schedule()
    schedule.start_round([1] * 10)
    schedule.charge(1e9)
    assert schedule.next_share() == math.inf
    assert not schedule.is_over


def test_shares_are_weighted() -> None:
    """Shares are proportional to the weights of properties."""
    schedule = Schedule(seconds=100)
    schedule.start_round([3, 1])
    assert schedule.next_share() == 75
    schedule.charge(75)
    assert schedule.next_share() == 25
