"""Measurements of simulated subjects, and the limit to what was measured."""

import pytest

from crosscover.harness.performance import EASY, FEW_CLUES, HARD, Performance, Rate, measure
from crosscover.properties.workload import workload
from crosscover.responses import Answered

from .fakes import SOLUTION, Cost, each, timed

START, PUZZLE = 0.002, 0.001


def measured(cost: Cost) -> Performance:
    """Measure a simulated subject for 9 seconds of its processor time."""
    subject = timed(cost, lambda batch: [Answered(SOLUTION)] * len(batch), start=START)
    return measure(subject, workload(), 9.0, subject.clock)


def test_rates_without_the_start() -> None:
    """The times for start and puzzle are separated."""
    found = measured(each(PUZZLE))
    assert [rate.kind for rate in found.rates] == [EASY, HARD, FEW_CLUES]
    assert [rate.seconds for rate in found.rates] == pytest.approx([PUZZLE] * 3, rel=0.05)
    assert found.start == pytest.approx(START + PUZZLE)
    assert found.unmeasured == ()
    assert found.seconds < 9.0


def test_a_kind_without_an_answer() -> None:
    """The time limit is a lower bound of the time of a kind of which no puzzle is answered."""
    few = workload()[FEW_CLUES](1)
    found = measured(lambda puzzle, _: 100.0 if puzzle in few else PUZZLE)
    assert (found.rates[-1].kind, found.rates[-1].is_bound) == (FEW_CLUES, True)
    assert found.rates[-1].seconds == pytest.approx(9.0 / 4, rel=0.01)
    assert found.unmeasured == ("17 clues: no answer in time",)
    assert measured(each(100.0)).unmeasured == ("anything: no answer in time",)


@pytest.mark.parametrize(
    ("limit", "expected"), [(30, []), (2, ["'hard' take 20 times", "'17 clues' take at least 5 times"])]
)
def test_limits(limit: float, expected: list[str]) -> None:
    """Only an exceeded limit is a failure, and easy puzzles do not count."""
    rates = Rate(EASY, 64, 0.1, 0.001), Rate(HARD, 32, 0.02, 0.001), Rate(FEW_CLUES, 32, 0.005, 0.001, is_bound=True)
    violations = Performance(5.0, rates=rates).violations(limit)
    assert all(part in violation for part, violation in zip(expected, violations, strict=True))
