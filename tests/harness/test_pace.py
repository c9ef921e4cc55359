"""The speed of a subject, and the number of nodes that a plain search needs."""

from collections.abc import Sequence

import pytest

from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.pace import MAX_BATCH_SIZE, RECENT_RUNS, Pace
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.subjects.subject import Transcript, Usage

from .fakes import EASY, HARD, SPARSE, TIMED_OUT, right

FULL = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
ONE_EMPTY = FULL.with_cell(0, 0)
CLASHING = ONE_EMPTY.with_cell(0, 7)


def pace_of(*runs: tuple[Sequence[Grid], float], solving: Sequence[float | None] = ()) -> Pace:
    """The pace after runs of some seconds, which may report their time without the start."""
    pace, reported = Pace(Options()), iter(solving)
    for batch, seconds in runs:
        usage = Usage(0.0, next(reported, None))
        pace.record(batch, Transcript(tuple(map(right, batch)), usage=usage), seconds)
    return pace


def test_only_recent_runs_in_time_count() -> None:
    """A subject that has become slower is slow; a run in which a puzzle was left without an answer does not count."""
    pace = pace_of(([EASY], 0.01), *[([EASY], 1.0)] * RECENT_RUNS)
    pace.record([EASY, HARD], Transcript((right(EASY), TIMED_OUT)), 6.0)
    assert pace.rate([EASY]) == pytest.approx(1)


def test_the_start_of_a_run() -> None:
    """The shortest run is the start, unless all have one length; a start that runs report does not slow the pace."""
    assert pace_of(([EASY] * 5, 2.0), ([EASY] * 5, 2.5)).start == 0
    assert pace_of(([EASY], 2.0), ([EASY] * 100, 3.0)).start == 2
    pace = pace_of(([EASY], 2.1), ([EASY], 0.2), solving=[0.1, 0.1])
    assert [pace.start, pace.rate()] == pytest.approx([0.1, 10])


def test_rate_without_starts() -> None:
    """The rate is an average over runs without their starts, and expected times include one start."""
    pace = pace_of(([EASY], 1.0), ([EASY] * 99, 2.0))
    assert [pace.rate([EASY]), pace.seconds([EASY] * 10), pace.seconds([EASY], 200)] == pytest.approx([100, 1.1, 3])
    assert pace.per_start() == 100


def test_nearly_full_grids_are_measured_apart() -> None:
    """Runs of nearly full grids say nothing about other puzzles, and the reverse, once both are known."""
    assert pace_of(([SPARSE] * 10, 1.0)).rate([EASY]) == pytest.approx(10)
    pace = pace_of(([SPARSE] * 10, 1.0), ([EASY] * 10, 0.01))
    assert [pace.rate([SPARSE]), pace.rate([EASY])] == pytest.approx([10, 1000])


@pytest.mark.parametrize(("seconds", "size"), [(10.0, 900), (2.0, 100), (0.5, 1), (-1.0, 1), (1e6, MAX_BATCH_SIZE)])
def test_fitting(seconds: float, size: int) -> None:
    """A run has as many puzzles as fit into its time after the start, at least one, and not more than the maximum."""
    assert pace_of(([EASY], 1.0), ([EASY] * 101, 2.02)).fitting(seconds, [EASY]) == pytest.approx(size, rel=0.02)


@pytest.mark.parametrize(
    ("puzzle", "solutions", "nodes"), [(FULL, 1, 1), (FULL, 2, 1), (ONE_EMPTY, 1, 2), (CLASHING, 1, 0)]
)
def test_nodes_are_counted(puzzle: Grid, solutions: int, nodes: int) -> None:
    """The root and each tried digit are nodes; a clash needs no search."""
    assert baseline_nodes(puzzle, solutions, 100) == nodes


def test_a_search_in_order() -> None:
    """A search in cell order needs more nodes if the first row is empty, as any search does to prove uniqueness."""
    empty_row = Grid.parse(".........8.94.......67.182.3...9.1.4..4.3...726..7..........958.51.4....7.29.....")
    assert 64 < baseline_nodes(empty_row, 1, 5000) < baseline_nodes(empty_row, 2, 5000) < 1000
    assert baseline_nodes(empty_row, 1, 5000, in_order=True) > 5000
    assert baseline_nodes(Grid.empty(), 1, 1000, in_order=True) < 1000
