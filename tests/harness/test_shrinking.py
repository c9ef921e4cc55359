"""Shrinking of failing batches by steps specific to Sudoku."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from crosscover.harness import shrinking
from crosscover.harness.budget import Deadline, Steps
from crosscover.harness.judging import Batch
from crosscover.harness.shrinking import shrink
from crosscover.reference import Grid
from crosscover.time_limit import seconds_left

from .fakes import FakeClock

SOLVED = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
BATCH = tuple(SOLVED.with_cell(cell, 0).with_cell(cell + 1, 0) for cell in range(30))


def shrunk(batch: Batch, fails: Callable[[Batch], bool]) -> Batch:
    """The smallest batch, found without a limit."""
    return shrink(batch, fails, Steps(math.inf, Deadline(FakeClock())))


def test_a_puzzle_and_the_one_before() -> None:
    """A fault that depends on the previous puzzle shrinks to two puzzles."""

    def fails(batch: Batch) -> bool:
        return any(one.values[3] == 0 and other.values[5] == 0 for one, other in pairwise(batch))

    assert len(shrunk(BATCH, fails)) == 2


def test_a_long_history_of_any_puzzles_repeats_one() -> None:
    """If only the number of puzzles matters, all become the canonical grid."""
    assert shrunk(BATCH, lambda batch: len(batch) >= 5) == (Grid.simplest(),) * 5


def test_a_puzzle_without_a_solution_loses_clues() -> None:
    """A puzzle without a solution shrinks to two conflicting clues."""
    clash = Grid.from_clues({0: 1, 8: 1, 40: 5, 60: 7, 80: 9})
    [puzzle] = shrunk((clash,), lambda batch: {batch[0].values[0], batch[0].values[8]} == {1})
    assert dict(puzzle.clues()) == {0: 1, 8: 1}


def test_every_search_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that the engine does not solve in time is not simplified, but the batch still gets shorter."""

    class TimingOut:
        def __call__(self, _puzzle: Grid, _limit: int) -> Iterator[Grid]:
            assert seconds_left() < math.inf
            raise TimeoutError

    monkeypatch.setattr(shrinking, "BitmaskEngine", TimingOut)
    assert shrunk(BATCH, lambda batch: BATCH[7] in batch) == (BATCH[7],)
