"""The speed of a subject: its pace, its performance, and the number of nodes that a plain search needs."""

from collections.abc import Sequence
from itertools import cycle

import pytest

from crosscover.harness.pace import RECENT_RUNS, Pace
from crosscover.options import Options
from crosscover.properties import performance as kinds
from crosscover.properties.performance import measure, violations
from crosscover.properties.workload import workload
from crosscover.reference import Grid
from crosscover.responses import Answered
from crosscover.result import Rate, Speed
from crosscover.subjects.subject import Transcript, Usage
from tests.harness.fakes import EASY, HARD, SOLUTION, SPARSE, TIMED_OUT, Cost, correct, each, timed

START, PUZZLE = 0.008, 0.004


def pace_of(*runs: tuple[Sequence[Grid], float], solving: Sequence[float | None] = ()) -> Pace:
    """The pace after runs of some seconds, which may report their time without the start."""
    pace, reported = Pace(Options()), iter(solving)
    for batch, seconds in runs:
        usage = Usage(0.0, next(reported, None))
        pace.record(batch, Transcript(tuple(map(correct, batch)), usage=usage), seconds)
    return pace


def test_only_recent_runs_in_time_count() -> None:
    """A subject that has become slower is slow; a run in which a puzzle was left without an answer does not count."""
    pace = pace_of(([EASY], 0.01), *[([EASY], 1.0)] * RECENT_RUNS)
    pace.record([EASY, HARD], Transcript((correct(EASY), TIMED_OUT)), 6.0)
    assert pace.rate([EASY]) == pytest.approx(1)


def test_the_start_of_a_run() -> None:
    """The shortest run is the start, unless all have one length; a start that runs report does not slow the pace."""
    assert pace_of(([EASY] * 5, 2.0), ([EASY] * 5, 2.5)).start == 0
    assert pace_of(([EASY], 2.0), ([EASY] * 100, 3.0)).start == pytest.approx(2, rel=0.01)
    assert pace_of(([SPARSE], 0.1), ([SPARSE] * 30, 3.0)).seconds([SPARSE] * 300) == pytest.approx(30)
    pace = pace_of(([EASY], 2.1), ([EASY], 0.2), solving=[0.1, 0.1])
    assert [pace.start, pace.rate()] == pytest.approx([0.1, 10])


def test_nearly_full_grids_are_measured_apart() -> None:
    """Runs of nearly full grids say nothing about other puzzles, and the reverse, once both are known."""
    assert pace_of(([SPARSE] * 10, 1.0)).rate([EASY]) == pytest.approx(10)
    pace = pace_of(([SPARSE] * 10, 1.0), ([EASY] * 10, 0.01))
    assert [pace.rate([SPARSE]), pace.rate([EASY])] == pytest.approx([10, 1000])


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ({100: 0.2, 300: 0.6}, ""),
        ({30: 0.01, 300: 0.6}, ""),
        ({100: 0.0, 300: 0.01}, ""),
        ({100: 0.2, 300: 0.9, 1024: 9.0}, "1,024 puzzles took 4.4 times as long per puzzle as 100."),
    ],
    ids=["steady", "too short", "not measurable", "quadratic"],
)
def test_a_subject_that_slows_down(seconds: dict[int, float], expected: str) -> None:
    """A sentence tells that puzzles take longer in longer runs; short runs are too noisy."""
    pace = Pace(Options())
    for number, taken in seconds.items():
        for busy in (1, 2):  # the fastest of equal runs counts
            transcript = Transcript(tuple(map(correct, [SOLUTION] * number)), usage=Usage(busy * taken))
            pace.record([SOLUTION] * number, transcript, taken)
    assert pace.slowdown.removeprefix("It slows down during a run: ") == expected


def test_longer_runs_of_harder_puzzles() -> None:
    """Longer runs of harder puzzles do not show that a subject slows down."""
    pace = Pace(Options())
    for puzzle, number, taken in ((SOLUTION, 100, 0.1), (SPARSE, 300, 3.0)):
        transcript = Transcript(tuple(map(correct, [puzzle] * number)), usage=Usage(taken))
        pace.record([puzzle] * number, transcript, taken)
    assert pace.slowdown == ""


def each_solution(batch: Sequence[Grid]) -> list[Answered]:
    """The same grid for each puzzle."""
    return [Answered(SOLUTION)] * len(batch)


def measured(cost: Cost) -> Speed:
    """Measure a simulated subject for 9 seconds of its processor time."""
    subject = timed(cost, each_solution, start=START)
    return measure(subject, workload(), 9.0, subject.clock)


def test_rates_without_the_start() -> None:
    """The times for start and puzzle are separated."""
    found = measured(each(PUZZLE))
    assert [rate.kind for rate in found.rates] == [kinds.EASY, kinds.HARD, kinds.FEW_CLUES]
    assert [rate.seconds for rate in found.rates] == pytest.approx([PUZZLE] * 3, rel=0.05)
    assert found.start == pytest.approx(START)
    assert found.unmeasured == ()


@pytest.mark.parametrize("start", [0.0, 1.0], ids=["loaded before", "loaded for each run"])
def test_few_slow_puzzles(start: float) -> None:
    """The startup time contains no puzzle, so the speed is right although a run has few puzzles."""
    subject = timed(each(0.1), each_solution, start=start)
    found = measure(subject, workload(), 5.0 + 60 * start, subject.clock)
    assert [rate.seconds for rate in found.rates] == pytest.approx([0.1] * 3, rel=0.01)


def test_trivial_puzzles_that_are_cut_off() -> None:
    """If a few trivial puzzles are not answered in time, the startup time is unknown, and so is each speed."""
    subject = timed(lambda _, place: 100.0 if place else 0.1, each_solution)
    assert measure(subject, workload(), 5.0, subject.clock) == Speed(unmeasured=("anything: no answer in time",))


def test_no_speed_below_the_noise_of_the_start() -> None:
    """Without a clear difference from the varying startup time, the speed is unknown, and the reason is reported."""
    noise = cycle([0.0, 0.05, 0.1])
    subject = timed(lambda _, place: PUZZLE if place else PUZZLE + next(noise), each_solution, start=1.0)
    found = measure(subject, workload(), 9.0, subject.clock)
    assert (found.rates, len(found.unmeasured)) == ((), 3)
    assert "takes hardly longer than starting the solver" in found.unmeasured[0]


def test_a_kind_without_an_answer() -> None:
    """The time limit is a lower bound of the time of a kind of which no puzzle is answered."""
    few = workload()[kinds.FEW_CLUES](1)
    found = measured(lambda puzzle, _: 100.0 if puzzle in few else PUZZLE)
    assert (found.rates[-1].kind, found.rates[-1].is_bound) == (kinds.FEW_CLUES, True)
    assert found.rates[-1].seconds == pytest.approx(9.0 / 4, rel=0.01)
    assert found.unmeasured == ("17 clues: no answer in time",)
    assert measured(each(100.0)).unmeasured == ("anything: no answer in time",)


@pytest.mark.parametrize(
    ("limit", "expected"), [(30, []), (2, ["'hard' take 20 times", "'17 clues' take at least 5 times"])]
)
def test_limits(limit: float, expected: list[str]) -> None:
    """Only an exceeded limit is a failure, and easy puzzles do not count."""
    rates = (
        Rate(kinds.EASY, 64, 0.1, 0.001),
        Rate(kinds.HARD, 32, 0.02, 0.001),
        Rate(kinds.FEW_CLUES, 32, 0.005, 0.001, is_bound=True),
    )
    found = violations(rates, limit)
    assert all(part in violation for part, violation in zip(expected, found, strict=True))
