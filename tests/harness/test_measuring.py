"""Measurements of simulated subjects, and limits to what was measured."""

from collections.abc import Callable, Sequence

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.budget import PerformanceBudget
from crosscover.harness.measuring import Measurement
from crosscover.harness.performance import EASY, FEW_CLUES, HARD, TRIVIAL, Growth, Performance, Rate
from crosscover.options import CERTIFIED_SHAPES, Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.workload import workload
from crosscover.reference import Grid, Shape, count
from crosscover.responses import Answered
from crosscover.subjects.subject import Transcript, Usage

from .fakes import SOLUTION, TIMED_OUT, FakeClock, TimedSubject

START, PUZZLE, LIMIT = 0.002, 0.001, 15.0

MEASURED = Performance(
    5.0,
    rates=(Rate(EASY, 64, 0.1, 0.001), Rate(HARD, 32, 0.02, 0.001), Rate(FEW_CLUES, 32, 0.005, 0.001, is_bound=True)),
    growth=Growth(1024, time_exponent=0.9),
)


class MeteredSubject(TimedSubject):
    """A subject that reports its processor time, and stops at a limit of its own."""

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - no text
        seconds: float | None = None,  # noqa: ARG002 - it has its own limit
        wall_seconds: float | None = None,  # noqa: ARG002 - it has its own limit
    ) -> Transcript:
        """Answer until the time limit, and report the usage."""
        cpu, answered = START, 0
        for place, puzzle in enumerate(batch):
            cpu += self.cost(puzzle, place)
            answered += cpu <= LIMIT
        missing = (TIMED_OUT,) * (len(batch) - answered)
        return Transcript((*(Answered(SOLUTION),) * answered, *missing), usage=Usage(min(cpu, LIMIT)))


def measured(cost: Callable[[Grid, int], float], options: Options = Options()) -> Performance:
    """Measure a simulated subject for 60 seconds of its processor time."""
    return Measurement(MeteredSubject(FakeClock(), cost, options=options), workload(), 60.0, FakeClock()).run()


def test_rates_without_the_start() -> None:
    """The times for start and puzzle are separated, and time does not grow."""
    found = measured(lambda _puzzle, _place: PUZZLE)
    assert [rate.kind for rate in found.rates] == [EASY, HARD, FEW_CLUES]
    assert [rate.seconds for rate in found.rates] == pytest.approx([PUZZLE] * 3, rel=0.05)
    assert (found.start, found.unmeasured) == (pytest.approx(START + PUZZLE), ())
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


def test_growth_must_be_seen_twice() -> None:
    """If only one long run is disturbed, there is no growth."""
    disturbed = iter([0.5])
    [hard] = workload()[HARD](1)
    found = measured(lambda puzzle, place: next(disturbed, PUZZLE) if place == 15 and puzzle != hard else PUZZLE).growth
    assert found is not None
    assert not found.is_notable


def test_a_kind_without_an_answer() -> None:
    """The time limit is a lower bound of the time of a kind of which no puzzle is answered."""
    few = workload()[FEW_CLUES](1)
    found = measured(lambda puzzle, _: 100.0 if puzzle in few else PUZZLE)
    *_, rate = found.rates
    assert (rate.kind, rate.is_bound, rate.seconds) == (FEW_CLUES, True, pytest.approx(LIMIT, rel=0.01))
    assert found.unmeasured == ("17 clues: no answer in time",)


def test_a_program_of_one_puzzle_a_run() -> None:
    """The start of each run is subtracted, and there are no long runs."""
    found = measured(lambda _puzzle, _place: START + PUZZLE, Options(dialect="line"))
    assert found.growth is None
    assert "growth: each run has one puzzle" in found.unmeasured


def test_nothing_is_answered() -> None:
    """A subject that answers no puzzle has no figures, with the reason."""
    found = measured(lambda _puzzle, _place: 100.0)
    assert (found.start, found.unmeasured) == (None, ("anything: no answer in time",))


@pytest.mark.parametrize("shape", CERTIFIED_SHAPES, ids=str)
def test_workloads_of_shapes(shape: Shape) -> None:
    """Each certified shape has proper puzzles to measure with, of which the hard ones need more nodes."""
    made = workload(shape)
    assert tuple(made) == (TRIVIAL, EASY, HARD) + (FEW_CLUES,) * (shape == Shape())
    nodes = {kind: [baseline_nodes(puzzle, 2, 3000) for puzzle in made[kind](2)] for kind in (EASY, HARD)}
    assert min(nodes[HARD]) > max(nodes[EASY])
    assert all(count(BitmaskEngine(), puzzle, 2) == 1 for kind in made for puzzle in made[kind](50)[::10])


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (PerformanceBudget(max_slowdown=30, max_growth=1), []),
        (PerformanceBudget(max_slowdown=2), ["'hard' take 20 times", "'17 clues' take at least 5 times"]),
        (PerformanceBudget(max_growth=0.5), ["grows with the length of a run, with the exponent 0.90"]),
    ],
)
def test_limits(budget: PerformanceBudget, expected: list[str]) -> None:
    """Only a limit that is set and exceeded is a failure, and easy puzzles do not count."""
    violations = MEASURED.violations(budget)
    assert all(part in violation for part, violation in zip(expected, violations, strict=True))


def test_undecided() -> None:
    """A limit without a measurement is undecided."""
    budget = PerformanceBudget(max_slowdown=2, max_growth=1)
    assert list(Performance(5.0).undecided(budget)) == ["max_slowdown", "max_growth"]
    assert list(MEASURED.undecided(budget)) == []
