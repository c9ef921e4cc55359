"""Shrinks a failing batch in terms of Sudoku: fewer puzzles, fewer distinct and simpler puzzles, a well-known grid.

After each step the batch still fails from the same cause, and the steps repeat until a round changes nothing:

    repeat one puzzle -> bisect the run -> delta debugging on the puzzles -> delta debugging on the cells
         ^                                                                              |
         └──────────────────────── something has changed <- the simplest grid <─────────┘
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile
from random import Random
from typing import TypeVar

from crosscover.oracles.bitmask import BitmaskEngine, simplest_grid
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.reference.symmetry import group_order, unrank
from crosscover.time_limit import TimeLimit

from .budget import Steps
from .judging import Batch
from .limits import CERTIFICATE_SECONDS

HEAVIEST = 3
"""How many of the emptiest puzzles to try in runs that repeat a puzzle: a few may be enough work to fail."""

HEAVY_RUN = 32
"""Maximum length of a run that repeats one of the emptiest puzzles."""

CLEAR = 14
"""Maximum number of empty cells of a puzzle that people check by hand, so shrinking tries no other puzzles."""

TRAPS = (
    ".83921657.67345821251876493548132976729564138136798245372689514814253769695417382",
    "162453789849721365537896412256374198971682543483519276.152.8934.24937851398145627",
    "48392165796.34.82125187649354813297672956413813679824537268951481425376969.41.382",
    "3..8527.447561932828.743.6.1275986435483269716931748529.4237.8.85296143773.4852..",
    "63548.1.91426.98..9871..4.635892176421674539847936851282159.64.5948.62.1763214985",
    "2561934789.3.725161.765.9235.276.38163..2175.71.53.26.479216835865347192321985647",
    "5367.249.472.935.6918456723185249367347.6.2596293758..7539..6.226153.97.894627135",
    "279...1485412896373684712957351..9.489674.3.1124.937.6657...419412957863983614572",
)
"""Puzzles with few empty cells, sorted by their number, in which a search may choose a wrong digit first.

In the first and third puzzle, a solver may exchange two digits if it does not check rows or boxes. The others were
found by shrinking the wrong first choices of searches that take the first cell, the cell with the fewest candidates, or
the place with the fewest options. In the last but one, a wrong choice fills further cells before it fails.
"""

TRAP_IMAGES = 12
"""Number of images of each trap: a search that chooses right in one of them chooses wrong in another."""

NEEDED_NODES = 2_000
"""Node limit for deciding whether a contradiction needs a clue."""

Part = TypeVar("Part")

StillFails = Callable[[Batch], bool]

SolutionsOf = Callable[[Grid], Sequence[Grid]]
"""Returns the known solutions of a puzzle, at most two."""


def shrink(batch: Batch, fails: StillFails, solutions_of: SolutionsOf, steps: Steps) -> Batch:
    """Return the smallest failing batch found before the steps run out, or the batch itself.

    `fails` must be true for the batch, and takes a step. It is only called with batches that have no more puzzles, and
    no more distinct puzzles, than the original; `solutions_of` only with puzzles of failing batches. A new puzzle has
    no more empty cells than the puzzle it replaces, or no more clues if that puzzle has no solution. So each round
    except the last makes something smaller, or replaces a grid by the simplest grid, which happens only once.
    """

    @cache
    def fails_cached(candidate: Batch) -> bool:
        return fails(candidate)

    def still_fails(candidate: Batch) -> bool:
        return not steps.is_over and fails_cached(candidate)

    while True:
        before = batch
        batch = _repeat(simplest_grid(batch[0].shape), batch, len(batch), still_fails)
        heaviest = sorted(set(batch), key=lambda puzzle: (-len(puzzle.empty_cells()), puzzle.values))[:HEAVIEST]
        runs = [_repeat(puzzle, batch, HEAVY_RUN, still_fails) for puzzle in heaviest]
        runs.append(_bisect(batch, still_fails))
        batch = min(runs, key=lambda run: (len(run), len(set(run))))
        batch = _repeat(batch[-1], batch, len(batch), still_fails)
        batch = tuple(_minimize(batch, lambda fewer: bool(fewer) and still_fails(tuple(fewer))))
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            batch = _simplify(batch, puzzle, solutions_of(puzzle), still_fails)
        for puzzle in takewhile(lambda _: not steps.is_over, dict.fromkeys(batch)):
            simplest = simplest_grid(puzzle.shape).keeping(sum(1 << cell for cell, _ in puzzle.clues()))
            candidate = tuple(simplest if other == puzzle else other for other in batch)
            batch = candidate if candidate != batch and still_fails(candidate) else batch
        if batch == before or steps.is_over:
            return batch


@cache
def traps() -> Sequence[Batch]:
    """Return batches with one image of each trap, those with the fewest empty cells first."""
    random, order, puzzles = Random(0), group_order(), [Grid.parse(trap) for trap in TRAPS]
    return [tuple(unrank(random.randrange(order))(puzzle) for puzzle in puzzles) for _ in range(TRAP_IMAGES)]


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


def _simplify(batch: Batch, puzzle: Grid, solutions: Sequence[Grid], still_fails: StillFails) -> Batch:
    """Fill as many empty cells of a puzzle from its solution as `_minimize` can, wherever the puzzle occurs.

    If the puzzle has several solutions, fills the cells in which two of them agree first. A puzzle without a solution
    loses clues instead, since few clues make it clearer.
    """
    every_cell = (1 << puzzle.shape.cells) - 1

    def with_cells(cells: Sequence[int]) -> Batch:
        kept = sum(1 << cell for cell in cells)
        smaller = solutions[0].keeping(every_cell & ~kept) if solutions else puzzle.keeping(kept)
        return tuple(smaller if other == puzzle else other for other in batch)

    def fails_with(cells: Sequence[int]) -> bool:
        return still_fails(with_cells(cells))

    if not solutions:
        likely = _minimal_contradiction(puzzle)
        clues = [cell for cell, _ in puzzle.clues()]
        return with_cells(likely if fails_with(likely) else _minimize(clues, fails_with))
    cells = puzzle.empty_cells()
    differing = sorted(solutions[0].differing_cells(solutions[-1]))  # none if the puzzle is proper
    return with_cells(_minimize(differing if fails_with(differing) else cells, fails_with))


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
