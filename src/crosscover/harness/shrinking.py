"""Makes a failing batch small: fewer puzzles, then fewer empty cells, then the first known grid.

Hypothesis shrinks what it drew; this goes on in terms of Sudoku. Each step keeps the batch failing with the same cause.
"""

from collections.abc import Callable, Sequence
from time import monotonic

from crosscover.reference import Grid

from .known import known_grids
from .masking import bitmask

Batch = tuple[Grid, ...]


def reduced(batch: Batch, fails: Callable[[Batch], bool], seconds: float) -> Batch:
    """The smallest failing batch found in the time given; the batch itself if need be.

    `fails` must be true of the batch. It is asked of batches that are no larger and have no more empty cells.
    """
    deadline = monotonic() + seconds

    def still(candidate: Batch) -> bool:
        return monotonic() < deadline and fails(candidate)

    batch = _fewest(batch, still)
    for place in range(len(batch)):
        batch = _fuller(batch, place, still)
    return _well_known(batch, still)


def _fewest(batch: Batch, still: Callable[[Batch], bool]) -> Batch:
    """Leave out runs of puzzles, half of the batch at first, down to single ones, until none can go."""
    for size in range(1, min(3, len(batch))):  # most faults need no history, or one puzzle before
        for end in range(size, len(batch) + 1):
            if len(batch) > 40 and end != len(batch):
                continue
            if still(batch[end - size : end]):
                return batch[end - size : end]
    return tuple(_minimised(batch, still))


def _minimised(things: Sequence[Grid], still: Callable[[Batch], bool]) -> Sequence[Grid]:
    size = len(things) // 2
    while size:
        start = 0
        while start < len(things) and len(things) > 1:
            fewer = (*things[:start], *things[start + size :])
            if fewer and still(fewer):
                things = fewer
            else:
                start += size
        size = size // 2
    return things


def _fuller(batch: Batch, place: int, still: Callable[[Batch], bool]) -> Batch:
    """Fill empty cells of one puzzle from a solution of it, all that can be filled at once, then one by one."""
    solution = next(bitmask(batch[place], 1), None)
    if solution is None:
        return _fewer_clues(batch, place, still)
    size = batch[place].values.count(0)
    while size:
        start = 0
        while True:
            puzzle = batch[place]
            empties = [cell for cell, digit in enumerate(puzzle.values) if not digit]
            chunk = set(empties[start : start + size])
            if not chunk:
                break
            filled = Grid(
                bytes(solution.values[cell] if cell in chunk else digit for cell, digit in enumerate(puzzle.values)),
                puzzle.shape,
            )
            candidate = (*batch[:place], filled, *batch[place + 1 :])
            if still(candidate):
                batch = candidate
            else:
                start += size
        size //= 2
    return batch


def _fewer_clues(batch: Batch, place: int, still: Callable[[Batch], bool]) -> Batch:
    """A puzzle without a solution is the clearer, the fewer clues it has."""
    for cell, _ in batch[place].clues():
        candidate = (*batch[:place], batch[place].with_cell(cell, 0), *batch[place + 1 :])
        if still(candidate):
            batch = candidate
    return batch


def _well_known(batch: Batch, still: Callable[[Batch], bool]) -> Batch:
    first = known_grids()[0]
    for place, puzzle in enumerate(batch):
        if puzzle.shape == first.shape:
            mask = sum(1 << cell for cell, _ in puzzle.clues())
            candidate = (*batch[:place], first.keeping(mask), *batch[place + 1 :])
            if still(candidate):
                batch = candidate
    return batch
