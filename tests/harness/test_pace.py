"""The speed of a subject."""

import sys
from collections.abc import Sequence

import pytest

from crosscover import contracts
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.pace import MAX_BATCH_SIZE, RECENT_RUNS, Pace
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.subjects.subject import Transcript, Usage

from .fakes import EASY, HARD, SOLUTION, TIMED_OUT, right

SPARSE = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A puzzle that is not nearly full."""


def pace_of(
    *runs: tuple[Sequence[Grid], float], solving: Sequence[float | None] = (), options: Options = Options()
) -> Pace:
    """The pace after runs of some seconds, which may report their time without the start."""
    pace, reported = Pace(options), iter(solving)
    for batch, seconds in runs:
        usage = Usage(0.0, next(reported, None))
        pace.record(batch, Transcript(tuple(map(right, batch)), usage=usage), seconds)
    return pace


def test_nothing_is_known_at_first() -> None:
    """A subject of unknown pace receives long batches, and no puzzle is expected to take it long."""
    pace = pace_of()
    assert (pace.rate(), pace.seconds([EASY]), pace.start, pace.per_start()) == (None, 0.0, 0.0, 0)
    assert (pace.fitting(10.0), pace.nodes(10.0)) == (MAX_BATCH_SIZE, sys.maxsize)


def test_start_by_runs_of_several_lengths() -> None:
    """The shortest run is the start if runs have several lengths; runs of one length do not tell."""
    assert pace_of(([EASY] * 5, 2.0), ([EASY] * 5, 2.5)).start == 0
    assert pace_of(([EASY], 2.0), ([EASY] * 100, 3.0)).start == 2


def test_start_that_runs_report() -> None:
    """If runs report their time without the start, a slow start does not make their puzzles seem slow."""
    pace = pace_of(([EASY], 2.1), ([EASY], 0.2), solving=[0.1, 0.1])
    assert pace.start == pytest.approx(0.1)
    assert pace.rate() == pytest.approx(10)


def test_rate_without_starts() -> None:
    """The rate is an average over runs without their starts, and expected times include one start."""
    pace = pace_of(([EASY], 1.0), ([EASY] * 99, 2.0))
    assert pace.rate([EASY]) == pytest.approx(100)
    assert pace.seconds([EASY] * 10) == pytest.approx(1.1)
    assert pace.seconds([EASY], 200) == pytest.approx(3)
    assert pace.per_start() == 100


def test_only_recent_runs_count() -> None:
    """A subject that has become slower is slow."""
    assert pace_of(([EASY], 0.01), *[([EASY], 1.0)] * RECENT_RUNS).rate([EASY]) == pytest.approx(1)


def test_runs_with_failures_do_not_count() -> None:
    """A run in which a puzzle was left without an answer says nothing about the pace."""
    pace = Pace(Options())
    pace.record([EASY, HARD], Transcript((right(EASY), TIMED_OUT)), 6.0)
    assert pace.rate() is None


def test_nearly_full_grids_are_measured_apart() -> None:
    """Runs of nearly full grids say nothing about other puzzles, and the reverse, once both are known."""
    pace = pace_of(([SPARSE] * 10, 1.0))
    assert pace.rate([EASY]) == pytest.approx(10)
    pace = pace_of(([SPARSE] * 10, 1.0), ([EASY] * 10, 0.01))
    assert (pace.rate([SPARSE]), pace.rate([EASY])) == (pytest.approx(10), pytest.approx(1000))


@pytest.mark.parametrize(("seconds", "size"), [(10.0, 900), (2.0, 100), (0.5, 1), (-1.0, 1), (1e6, MAX_BATCH_SIZE)])
def test_fitting(seconds: float, size: int) -> None:
    """A run has as many puzzles as fit into its time after the start, at least one, and not more than the maximum."""
    assert pace_of(([EASY], 1.0), ([EASY] * 101, 2.02)).fitting(seconds, [EASY]) == pytest.approx(size, rel=0.02)


def test_nodes() -> None:
    """A third of the nodes that a plain search needs for as many puzzles as the subject answers."""
    [seconds, nodes] = 0.5, baseline_nodes(SPARSE, 1, 1000)
    assert pace_of(([SPARSE] * 10, 10 * seconds)).nodes(30.0) == pytest.approx(30.0 / 3 * nodes / seconds, abs=1)


def test_counting_takes_a_search_for_all_solutions() -> None:
    """For a count, a plain search looks for all solutions."""
    several = SOLUTION.keeping(sum(1 << cell for cell, digit in enumerate(SOLUTION.values) if digit > 2))
    plain, counting = (
        pace_of(([several], 1.0), options=Options(contract=contract)) for contract in (contracts.ANY, contracts.COUNT)
    )
    assert counting.nodes(60.0) > plain.nodes(60.0)
