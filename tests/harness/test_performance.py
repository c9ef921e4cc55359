"""Measured performance and its limits."""

import pytest

from crosscover.harness.performance import EASY, FEW_CLUES, HARD, Growth, Performance, Rate
from crosscover.harness.schedule import PerformanceBudget

MEASURED = Performance(
    5.0,
    rates=(Rate(EASY, 64, 0.1, 0.001), Rate(HARD, 32, 0.02, 0.001), Rate(FEW_CLUES, 32, 0.005, 0.001, is_bound=True)),
    growth=Growth(1024, time_exponent=0.1, memory_exponent=0.9, kib=94.0),
)


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (PerformanceBudget(), []),
        (PerformanceBudget(max_slowdown=30), []),
        (PerformanceBudget(max_slowdown=10), ["'hard' take 20 times"]),
        (PerformanceBudget(max_slowdown=2), ["'hard' take 20 times", "'17 clues' take at least 5 times"]),
        (PerformanceBudget(max_growth=1), []),
        (PerformanceBudget(max_growth=0.5), ["memory grows with the length of a run, with the exponent 0.90"]),
        (PerformanceBudget(max_growth=0.05), ["time a puzzle grows", "memory grows"]),
    ],
)
def test_limits(budget: PerformanceBudget, expected: list[str]) -> None:
    """Only a limit that is set and exceeded is a failure, and easy puzzles do not count."""
    violations = list(MEASURED.violations(budget))
    assert len(violations) == len(expected)
    assert all(part in violation for part, violation in zip(expected, violations, strict=True))


def test_undecided() -> None:
    """A limit without a measurement is undecided."""
    budget = PerformanceBudget(max_slowdown=2, max_growth=1)
    assert list(Performance(5.0).undecided(budget)) == ["max_slowdown", "max_growth"]
    assert list(MEASURED.undecided(budget)) == []
    assert list(Performance(5.0).undecided(PerformanceBudget())) == []
