"""Shrinks a failing batch in terms of Sudoku: fewer puzzles, fewer different ones, smaller ones, a well-known grid.

Hypothesis shrinks what it drew; this goes on where it ends. Each step keeps the batch failing with the same cause, and
the steps are repeated until none of them changes anything:

    one puzzle all over -> bisect the run -> delta debugging on the puzzles -> the same on cells, puzzle by puzzle
         ^                                                                              |
         └──────────────────────── something has changed <- the canonical grid <────────┘
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile
from typing import TypeVar

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.time_limit import TimeLimit

from .baseline import baseline_nodes
from .budget import Steps
from .judging import Batch
from .limits import CERTIFICATE_SECONDS

HEAVIEST = 3
"""Number of puzzles, the emptiest of a batch, that are tried repeatedly: a few of them may be enough work to fail."""

HEAVY_RUN = 32
"""Maximum length of such a run."""

SOLVE_NODES = 20_000
"""Maximum number of nodes of a plain search for the solution of a puzzle."""

NEEDED_NODES = 2_000
"""The same for deciding whether a contradiction needs a clue."""

Part = TypeVar("Part")

StillFails = Callable[[Batch], bool]


def shrink(batch: Batch, fails: StillFails, steps: Steps) -> Batch:
    """The smallest failing batch found before the steps are over, or the batch itself.

    `fails` must be true of the batch, and takes a step. It is called only with batches of at most as many puzzles and
    different puzzles.
    Each puzzle in them has at most as many empty cells as the one that it replaces, or at most as many clues if that
    one has no solution. Each round therefore makes something smaller or is the last, except that a grid is once
    replaced by the canonical one.
    """

    @cache
    def asked(candidate: Batch) -> bool:
        return fails(candidate)

    def still_fails(candidate: Batch) -> bool:
        return not steps.is_over and asked(candidate)

    while True:
        before = batch
        batch = _repeat(Grid.canonical(batch[0].shape), batch, len(batch), still_fails)
        heaviest = sorted(set(batch), key=lambda puzzle: (-len(puzzle.empty_cells()), puzzle.values))[:HEAVIEST]
        runs = [_repeat(puzzle, batch, HEAVY_RUN, still_fails) for puzzle in heaviest]
        runs.append(_bisect(batch, still_fails))
        batch = min(runs, key=lambda run: (len(run), len(set(run))))
        batch = _repeat(batch[-1], batch, len(batch), still_fails)
        batch = tuple(_minimize(batch, lambda fewer: bool(fewer) and still_fails(tuple(fewer))))
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            batch = _simplify(batch, puzzle, still_fails)
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            canonical = Grid.canonical(puzzle.shape).keeping(sum(1 << cell for cell, _ in puzzle.clues()))
            candidate = tuple(canonical if other == puzzle else other for other in batch)
            batch = candidate if candidate != batch and still_fails(candidate) else batch
        if batch == before or steps.is_over:
            return batch


def _bisect(batch: Batch, still_fails: StillFails) -> Batch:
    """Cut the run off after the puzzle that fails, then before those that it needs, by bisection.

    Exact if all longer runs fail, too, as with most state that is carried over; otherwise still a failing run.
    """
    ends = range(1, len(batch))
    batch = batch[: 1 + bisect_left(ends, True, key=lambda end: still_fails(batch[:end]))]
    starts = range(1, len(batch))
    return batch[bisect_left(starts, True, key=lambda start: not still_fails(batch[start:])) :]


def _repeat(puzzle: Grid, batch: Batch, longest: int, still_fails: StillFails) -> Batch:
    """The shortest failing run of one repeated puzzle; the batch if none fails within the limit and its own length.

    Doubles the length until the run fails, then bisects. A failure that depends only on the number of puzzles needs no
    particular ones, so the puzzle can be a full grid, which is quickest.
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
    """Leave out parts by delta debugging without subsets (Zeller and Hildebrandt 2002, ddmin): half of them at first.

    Equal parts are left out at one end alone, since it does not matter which of them go. Ends since each step leaves
    out a run of parts or moves on behind it, and runs are halved down to single parts.
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
    """Fill empty cells of a puzzle from a solution of it, wherever it occurs; as few stay empty as `_minimize` leaves.

    A puzzle without a solution loses clues instead: the fewer it has, the clearer it is. One that takes a plain search
    too long stays as it is.
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
    """The cells of clues that clash, or have no solution together, and would not without any of them.

    Deletion-based, as minimal unsatisfiable subsets of clauses are found. A clue is kept if it takes long to decide
    whether it is needed.
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
    """The first solution of a puzzle, None if it has none; raises TimeoutError if a plain search needs more nodes."""
    if baseline_nodes(puzzle, 1, nodes) > nodes:
        raise TimeoutError
    with TimeLimit(CERTIFICATE_SECONDS):
        return next(BitmaskEngine()(puzzle, 1), None)
