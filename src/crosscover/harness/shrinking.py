"""Shrinks a failing batch in terms of Sudoku: fewer puzzles, then fewer empty cells, then a grid known by heart.

Hypothesis shrinks what it drew; this goes on where it ends. Each step keeps the batch failing with the same cause.
"""

from collections.abc import Callable
from itertools import takewhile

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid

from .judging import Batch
from .schedule import Clock

RECENT = 40
"""Of a batch of more puzzles only the last ones are tried alone: what failed last is most likely to fail again."""

StillFails = Callable[[Batch], bool]


def shrink(batch: Batch, fails: StillFails, seconds: float, clock: Clock) -> Batch:
    """The smallest failing batch found in the time given; the batch itself if need be.

    `fails` must be true of the batch. It is asked of batches that are no larger and have no more empty cells.
    """
    deadline = clock() + seconds

    def still_fails(candidate: Batch) -> bool:
        return clock() < deadline and fails(candidate)

    batch = _drop_puzzles(batch, still_fails)
    for simplify in (_fill_cells, _use_canonical_grid):
        for place in takewhile(lambda _: clock() < deadline, range(len(batch))):
            batch = simplify(batch, place, still_fails)
    return batch


def _drop_puzzles(batch: Batch, still_fails: StillFails) -> Batch:
    """One or two neighbours, as most faults need no longer history; otherwise what delta debugging leaves."""
    for size in range(1, min(3, len(batch))):
        for end in range(size, len(batch) + 1):
            if len(batch) > RECENT and end != len(batch):
                continue
            if still_fails(batch[end - size : end]):
                return batch[end - size : end]
    return _without_runs(batch, still_fails)


def _without_runs(batch: Batch, still_fails: StillFails) -> Batch:
    """Delta debugging without complements (Zeller and Hildebrandt 2002): leave out runs, half of the batch at first.

    Ends since each round either shortens the batch or moves on, and the size of the runs is halved after it.
    """
    size = len(batch) // 2
    while size:
        start = 0
        while start < len(batch) and len(batch) > 1:
            fewer = (*batch[:start], *batch[start + size :])
            if fewer and still_fails(fewer):
                batch = fewer
            else:
                start += size
        size //= 2
    return batch


def _fill_cells(batch: Batch, place: int, still_fails: StillFails) -> Batch:
    """Fill empty cells of one puzzle from a solution of it, as `_without_runs` leaves out puzzles.

    A puzzle without a solution loses clues instead: it is the clearer, the fewer it has.
    """
    puzzle = batch[place]
    solution = next(BitmaskEngine()(puzzle, 1), None)
    if solution is None:
        for cell, _ in puzzle.clues():
            batch = _replaced(batch, place, batch[place].with_cell(cell, 0), still_fails)
        return batch
    size = len(puzzle.empty_cells())
    while size:
        start = 0
        while chunk := batch[place].empty_cells()[start : start + size]:
            before = batch
            batch = _replaced(batch, place, batch[place].with_cells_of(solution, chunk), still_fails)
            start += size if batch is before else 0
        size //= 2
    return batch


def _use_canonical_grid(batch: Batch, place: int, still_fails: StillFails) -> Batch:
    """The same cells of the grid that is known by heart."""
    puzzle = batch[place]
    mask = sum(1 << cell for cell, _ in puzzle.clues())
    return _replaced(batch, place, Grid.canonical(puzzle.shape).keeping(mask), still_fails)


def _replaced(batch: Batch, place: int, puzzle: Grid, still_fails: StillFails) -> Batch:
    """The batch with another puzzle in one place if it still fails so; else the batch itself."""
    candidate = (*batch[:place], puzzle, *batch[place + 1 :])
    return candidate if still_fails(candidate) else batch
