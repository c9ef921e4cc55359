"""Shrinks a failing batch in terms of Sudoku: fewer puzzles, fewer distinct and simpler puzzles, a well-known grid.

Hypothesis shrinks the integers that it drew; this module continues from there. After each step the batch still fails
from the same cause, and the steps repeat until a round changes nothing:

    repeat one puzzle -> bisect the run -> delta debugging on the puzzles -> delta debugging on the cells
         ^                                                                              |
         └──────────────────────── something has changed <- the simplest grid <─────────┘
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile
from typing import TypeVar

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.time_limit import TimeLimit

from .budget import Steps
from .judging import Batch
from .limits import CERTIFICATE_SECONDS

HEAVIEST = 3
"""How many of the emptiest puzzles to try in runs that repeat a puzzle: a few may be enough work to fail."""

HEAVY_RUN = 32
"""Maximum length of a run that repeats one of the emptiest puzzles."""

SOLVE_NODES = 20_000
"""Node limit of a plain search for the solution of a puzzle."""

NEEDED_NODES = 2_000
"""Node limit for deciding whether a contradiction needs a clue."""

Part = TypeVar("Part")

StillFails = Callable[[Batch], bool]


def shrink(batch: Batch, fails: StillFails, steps: Steps) -> Batch:
    """Return the smallest failing batch found before the steps run out, or the batch itself.

    `fails` must be true for the batch, and takes a step. It is only called with batches that have no more puzzles, and
    no more distinct puzzles, than the original. A new puzzle has no more empty cells than the puzzle it replaces, or
    no more clues if that puzzle has no solution. So each round except the last makes something smaller, or replaces a
    grid by the simplest grid, which happens only once.
    """

    @cache
    def fails_cached(candidate: Batch) -> bool:
        return fails(candidate)

    def still_fails(candidate: Batch) -> bool:
        return not steps.is_over and fails_cached(candidate)

    while True:
        before = batch
        batch = _repeat(Grid.simplest(batch[0].shape), batch, len(batch), still_fails)
        heaviest = sorted(set(batch), key=lambda puzzle: (-len(puzzle.empty_cells()), puzzle.values))[:HEAVIEST]
        runs = [_repeat(puzzle, batch, HEAVY_RUN, still_fails) for puzzle in heaviest]
        runs.append(_bisect(batch, still_fails))
        batch = min(runs, key=lambda run: (len(run), len(set(run))))
        batch = _repeat(batch[-1], batch, len(batch), still_fails)
        batch = tuple(_minimize(batch, lambda fewer: bool(fewer) and still_fails(tuple(fewer))))
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            batch = _simplify(batch, puzzle, still_fails)
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            simplest = Grid.simplest(puzzle.shape).keeping(sum(1 << cell for cell, _ in puzzle.clues()))
            candidate = tuple(simplest if other == puzzle else other for other in batch)
            batch = candidate if candidate != batch and still_fails(candidate) else batch
        if batch == before or steps.is_over:
            return batch


def _bisect(batch: Batch, still_fails: StillFails) -> Batch:
    """Cut the run off after the failing puzzle, then before the puzzles that the failure needs, by bisection.

    Exact if all longer runs fail, too, as with most leaked state; otherwise the result is still a failing run.
    """
    ends = range(1, len(batch))
    batch = batch[: 1 + bisect_left(ends, True, key=lambda end: still_fails(batch[:end]))]
    starts = range(1, len(batch))
    return batch[bisect_left(starts, True, key=lambda start: not still_fails(batch[start:])) :]


def _repeat(puzzle: Grid, batch: Batch, longest: int, still_fails: StillFails) -> Batch:
    """Return the shortest failing run of one repeated puzzle, or the batch if no run up to the limit fails.

    Doubles the length until the run fails, then bisects. If a failure depends only on the number of puzzles, any puzzle
    will do, so a full grid, the fastest, is enough.
    """
    longest = min(longest, len(batch))
    lengths = [1 << power for power in range(longest.bit_length()) if 1 << power < longest]
    for length in (*lengths, longest):
        repeated = (puzzle,) * length
        if repeated == batch:
            break
        if still_fails(repeated):
            return _bisect(repeated, still_fails)
    return batch


def _minimize(parts: Sequence[Part], still_fails: Callable[[Sequence[Part]], bool]) -> Sequence[Part]:
    """Remove parts by delta debugging without subsets (Zeller and Hildebrandt 2002, ddmin), half of them at first.

    Equal parts are only removed at one end, since it does not matter which of them go. Ends, since each step removes
    a slice of the parts or moves past it, and the slices are halved down to single parts.
    """
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts):
            fewer = (*parts[:start], *parts[start + size :])
            repeats = start > 0 and all(part == parts[start - 1] for part in parts[start : start + size])
            if not repeats and still_fails(fewer):
                parts = fewer
            else:
                start += size
        size //= 2
    return parts


def _simplify(batch: Batch, puzzle: Grid, still_fails: StillFails) -> Batch:
    """Fill as many empty cells of a puzzle from its solution as `_minimize` can, wherever the puzzle occurs.

    A puzzle without a solution loses clues instead, since few clues make it clearer. A puzzle that takes a plain search
    too long stays unchanged.
    """
    try:
        solution = _solution(puzzle, SOLVE_NODES)
    except TimeoutError:
        return batch

    def with_cells(cells: Sequence[int]) -> Batch:
        kept = sum(1 << cell for cell in cells)
        smaller = puzzle.keeping(kept) if solution is None else solution.keeping(~kept & (1 << puzzle.shape.cells) - 1)
        return tuple(smaller if other == puzzle else other for other in batch)

    cells = puzzle.empty_cells() if solution is not None else [cell for cell, _ in puzzle.clues()]
    likely = () if solution is not None else _minimal_contradiction(puzzle)
    if cells and still_fails(with_cells(likely)):
        return with_cells(likely)
    return with_cells(_minimize(cells, lambda fewer: still_fails(with_cells(fewer))))


def _minimal_contradiction(puzzle: Grid) -> Sequence[int]:
    """Return the cells of a minimal set of clues that clash, or that have no solution together.

    Deletion-based MUS extraction on clues. A clue is kept if it takes too long to decide whether the contradiction
    needs it.
    """
    has_clash = next(clashes(puzzle), None) is not None
    left = puzzle
    for cell, _ in puzzle.clues():
        fewer = left.with_cell(cell, 0)
        with suppress(TimeoutError):
            contradicts = next(clashes(fewer), None) if has_clash else _solution(fewer, NEEDED_NODES) is None
            left = fewer if contradicts else left
    return [cell for cell, _ in left.clues()]


def _solution(puzzle: Grid, nodes: int) -> Grid | None:
    """Return a solution, None if there is none; raises TimeoutError if a plain search needs more than `nodes`."""
    if baseline_nodes(puzzle, 1, nodes) > nodes:
        raise TimeoutError
    with TimeLimit(CERTIFICATE_SECONDS):
        return next(BitmaskEngine()(puzzle, 1), None)
