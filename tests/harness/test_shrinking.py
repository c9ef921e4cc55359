"""Shrinking of failing batches by steps specific to Sudoku."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from crosscover.harness import shrinking
from crosscover.harness.deadline import Deadline, Steps
from crosscover.harness.judging import Batch
from crosscover.harness.shrinking import shrink
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.time_limit import seconds_left

from .fakes import FakeClock

SOLVED = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
BATCH = tuple(SOLVED.with_cell(cell, 0).with_cell(cell + 1, 0) for cell in range(30))


def shrunk(batch: Batch, fails: Callable[[Batch], bool]) -> Batch:
    """The smallest batch, found without a limit."""
    return shrink(batch, fails, Steps(math.inf, Deadline(FakeClock())))


def test_a_puzzle_that_fails_alone() -> None:
    """A fault without history shrinks to one puzzle."""
    assert len(shrunk(BATCH, lambda batch: any(puzzle.values[7] == 0 for puzzle in batch))) == 1


def test_a_puzzle_and_the_one_before() -> None:
    """A fault that depends on the previous puzzle shrinks to two puzzles."""

    def fails(batch: Batch) -> bool:
        return any(one.values[3] == 0 and other.values[5] == 0 for one, other in pairwise(batch))

    assert len(shrunk(BATCH, fails)) == 2


def test_a_long_history_of_any_puzzles_repeats_one() -> None:
    """If only the number of puzzles matters, all become the canonical grid."""
    assert shrunk(BATCH, lambda batch: len(batch) >= 5) == (Grid.canonical(),) * 5


def test_a_history_of_few_different_puzzles() -> None:
    """A fault that needs a puzzle twice and another once shrinks to three puzzles, two of them different."""

    def fails(batch: Batch) -> bool:
        return sum(not puzzle.values[7] for puzzle in batch) >= 2 and any(not puzzle.values[20] for puzzle in batch)

    batch = shrunk((*BATCH, BATCH[7], *BATCH), fails)
    assert (len(batch), len(set(batch))) == (3, 2)
    assert sorted(puzzle.empty_cells() for puzzle in batch) == [[7], [7], [20]]


def test_a_history_of_much_work_is_short() -> None:
    """If the total work matters, the puzzles with the most empty cells are kept, as they give the shortest run."""
    batch = (*BATCH, SOLVED.keeping((1 << 81) - (1 << 40)), *BATCH)
    kept = shrunk(batch, lambda batch: len(batch) > 1 and sum(len(puzzle.empty_cells()) for puzzle in batch) >= 50)
    assert len(kept) == 2
    assert sum(len(puzzle.empty_cells()) for puzzle in kept) == 50


def test_steps_are_repeated() -> None:
    """The steps are repeated until none changes anything: some clues can go only after others."""
    clues = dict.fromkeys(range(9), 1)

    def fails(batch: Batch) -> bool:
        left = dict(batch[0].clues())
        return len(left) > 1 and left == dict.fromkeys(range(len(left)), 1)

    [puzzle] = shrunk((Grid.from_clues(clues),), fails)
    assert dict(puzzle.clues()) == {0: 1, 1: 1}


def test_empty_cells_are_filled() -> None:
    """All cells that need not be empty are filled from the solution."""
    batch = (Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),)
    [puzzle] = shrunk(batch, lambda batch: batch[0].values[40] == 0)
    assert puzzle.empty_cells() == [40]


def test_a_contradiction_that_is_only_seen_with_many_or_few_clues() -> None:
    """The contradicting clues are tried alone, even if intermediate puzzles do not fail."""
    puzzle = SOLVED.with_cell(0, 6)

    def fails(batch: Batch) -> bool:
        return any(len(one.empty_cells()) in (0, 79) and next(clashes(one), None) is not None for one in batch)

    [smallest] = shrunk((puzzle,), fails)
    assert smallest.clue_count == 2


def test_a_puzzle_without_a_solution_loses_clues() -> None:
    """A puzzle without a solution shrinks to two conflicting clues."""
    clash = Grid.from_clues({0: 1, 8: 1, 40: 5, 60: 7, 80: 9})
    [puzzle] = shrunk((clash,), lambda batch: {batch[0].values[0], batch[0].values[8]} == {1})
    assert dict(puzzle.clues()) == {0: 1, 8: 1}


def test_a_full_grid_becomes_canonical() -> None:
    """If the digits do not matter, the grid becomes the canonical one."""
    assert shrunk(BATCH[:1], lambda _: True) == (Grid.canonical(),)


def test_every_search_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that the engine does not solve in time is not simplified, but the batch still gets shorter."""

    class TimingOut:
        def __call__(self, _puzzle: Grid, _limit: int) -> Iterator[Grid]:
            assert seconds_left() < math.inf
            raise TimeoutError

    monkeypatch.setattr(shrinking, "BitmaskEngine", TimingOut)
    assert shrunk(BATCH, lambda batch: BATCH[7] in batch) == (BATCH[7],)


@pytest.mark.parametrize("steps", [Steps(0, Deadline(FakeClock())), Steps(9, Deadline(FakeClock(), 0))])
def test_no_steps_leave_the_batch_as_it_is(steps: Steps) -> None:
    """Without steps, or without time, nothing is tried."""
    assert shrink(BATCH, lambda _: True, steps) == BATCH
