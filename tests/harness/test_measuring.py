"""Measurements of simulated subjects, and limits to what was measured."""

import pytest

from crosscover.harness.budget import PerformanceBudget
from crosscover.harness.measuring import Measurement
from crosscover.harness.performance import EASY, FEW_CLUES, HARD, Growth, Performance, Rate
from crosscover.options import Options
from crosscover.properties.workload import workload
from crosscover.responses import Answered

from .fakes import SOLUTION, Cost, FakeClock, timed

START, PUZZLE, LIMIT = 0.002, 0.001, 15.0

MEASURED = Performance(
    5.0,
    rates=(Rate(EASY, 64, 0.1, 0.001), Rate(HARD, 32, 0.02, 0.001), Rate(FEW_CLUES, 32, 0.005, 0.001, is_bound=True)),
    growth=Growth(1024, time_exponent=0.9),
)


def measured(cost: Cost) -> Performance:
    """Measure a simulated subject for 60 seconds of its processor time."""
    subject = timed(cost, lambda batch: [Answered(SOLUTION)] * len(batch), start=START)
    subject.options = Options(time_limit=LIMIT, puzzle_time=0.0)
    return Measurement(subject, workload(), 60.0, FakeClock()).run()


def test_rates_without_the_start() -> None:
    """The times for start and puzzle are separated, and time does not grow."""
    found = measured(lambda _puzzle, _place: PUZZLE)
    assert [rate.kind for rate in found.rates] == [EASY, HARD, FEW_CLUES]
    assert [rate.seconds for rate in found.rates] == pytest.approx([PUZZLE] * 3, rel=0.05)
    assert found.start == pytest.approx(START + PUZZLE)
    assert found.unmeasured == ()
    assert found.growth is not None
    assert found.growth.time_exponent < 0.05


def test_history() -> None:
    """If each puzzle is compared with all earlier ones, its time grows with the length of the run."""
    found = measured(lambda _, place: PUZZLE + 0.0001 * place).growth
    assert found is not None
    assert 0.7 < found.time_exponent < 1.1


@pytest.mark.parametrize("once", [0.3, 0.02])
def test_work_that_is_done_once_is_not_growth(once: float) -> None:
    """A cache that fills at the start of a run makes short runs longer, and is no growth."""
    found = measured(lambda _, place: PUZZLE + once * (place < 3)).growth
    assert found is not None
    assert not found.is_notable


def test_a_kind_without_an_answer() -> None:
    """The time limit is a lower bound of the time of a kind of which no puzzle is answered."""
    few = workload()[FEW_CLUES](1)
    found = measured(lambda puzzle, _: 100.0 if puzzle in few else PUZZLE)
    *_, rate = found.rates
    assert (rate.kind, rate.is_bound) == (FEW_CLUES, True)
    assert rate.seconds == pytest.approx(LIMIT, rel=0.01)
    assert found.unmeasured == ("17 clues: no answer in time",)
    assert measured(lambda _puzzle, _place: 100.0).unmeasured == ("anything: no answer in time",)


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (PerformanceBudget(max_slowdown=30), []),
        (PerformanceBudget(max_slowdown=2), ["'hard' take 20 times", "'17 clues' take at least 5 times"]),
    ],
)
def test_limits(budget: PerformanceBudget, expected: list[str]) -> None:
    """Only a limit that is set and exceeded is a failure, and easy puzzles do not count."""
    violations = MEASURED.violations(budget)
    assert all(part in violation for part, violation in zip(expected, violations, strict=True))
