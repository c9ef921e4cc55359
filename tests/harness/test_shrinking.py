"""Shrinking of failing batches by steps specific to Sudoku."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from crosscover.harness import shrinking
from crosscover.harness.budget import Deadline, Steps
from crosscover.harness.judging import Batch
from crosscover.harness.shrinking import shrink
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus import indices_of, known_puzzles
from crosscover.reference import Grid
from crosscover.time_limit import seconds_left

from .fakes import FakeClock

SOLVED = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
BATCH = tuple(SOLVED.with_cell(cell, 0).with_cell(cell + 1, 0) for cell in range(30))


def shrunk(batch: Batch, fails: Callable[[Batch], bool]) -> Batch:
    """The smallest batch, found without a limit."""
    return shrink(batch, fails, solutions, Steps(math.inf, Deadline(FakeClock())))


def solutions(puzzle: Grid) -> list[Grid]:
    """At most two solutions of a puzzle."""
    return list(BitmaskEngine()(puzzle, 2))


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


def test_two_solutions_that_agree_in_most_cells() -> None:
    """A puzzle with several solutions is filled in one step where two of them agree."""
    puzzle = SOLVED.keeping(sum(1 << cell for cell, digit in SOLVED.clues() if digit > 3))
    tried: list[Batch] = []

    def fails(batch: Batch) -> bool:
        tried.append(batch)
        return len(solutions(batch[0])) > 1

    [found] = shrunk((puzzle,), fails)
    first, second = solutions(puzzle)
    assert len(tried[1][0].empty_cells()) == len(first.differing_cells(second))
    assert len(found.empty_cells()) <= len(first.differing_cells(second))


def test_the_known_solution_fills_a_hard_puzzle() -> None:
    """A puzzle for which a plain search takes too long is filled from its known solution, in few steps."""
    hard = known_puzzles()[indices_of("17 clues")[0]]
    wanted = hard.puzzle.empty_cells()[7:9]
    tried: list[Batch] = []

    def fails(batch: Batch) -> bool:
        tried.append(batch)
        return all(not batch[0].values[cell] for cell in wanted)

    [found] = shrink((hard.puzzle,), fails, lambda _puzzle: [hard.solution], Steps(40, Deadline(FakeClock())))
    assert (found.empty_cells(), len(tried)) == (wanted, 22)


def test_every_search_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for the clues that a contradiction needs is limited; if it takes too long, no clue is left out."""

    class TimingOut:
        def __call__(self, _puzzle: Grid, _limit: int) -> Iterator[Grid]:
            assert seconds_left() < math.inf
            raise TimeoutError

    monkeypatch.setattr(shrinking, "BitmaskEngine", TimingOut)
    puzzle = SOLVED.with_cell(0, 0).with_cell(1, 2).with_cell(7, 0)
    steps = Steps(math.inf, Deadline(FakeClock()))
    assert shrink((puzzle,), lambda batch: batch == (puzzle,), lambda _puzzle: [], steps) == (puzzle,)
