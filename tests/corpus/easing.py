"""Large puzzles of all degrees of difficulty.

A random puzzle with more than nine digits and few clues takes a plain search millions of nodes or more. A slow solver
that is right never answers it, so it finds no fault. With some more clues it is like other puzzles, and finds as much.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from random import Random

from crosscover.harness.baseline import baseline_nodes
from crosscover.reference import Grid

from .proper import engine, without

NODES_PER_CELL = (0.5, 1, 2, 5, 15)
"""The limits of the nodes of a plain search, one of which is drawn for each puzzle; filling a cell takes one."""

SHARE_LEFT = 1 / 8
"""The share of the puzzles that stay as hard as they are."""


def eased_puzzles(puzzles: Iterable[Grid], random: Random) -> Iterator[Grid]:
    """Puzzles with at least one solution, most of them with more clues than before.

    If there are several solutions, the clues are common to two of them, which remain.
    """
    for puzzle in puzzles:
        found = list(engine(puzzle, 2))
        differing = found[0].differing_cells(found[-1])
        yield eased(puzzle, without(found[0], sorted(differing)), random)


def easy_puzzles(puzzles: Iterable[Grid]) -> Iterator[Grid]:
    """Those of the puzzles for which a plain search stays below the greatest limit."""
    for puzzle in puzzles:
        limit = int(NODES_PER_CELL[-1] * puzzle.shape.cells)
        if baseline_nodes(puzzle, 2, limit) <= limit:
            yield puzzle


def eased(puzzle: Grid, fuller: Grid, random: Random) -> Grid:
    """The puzzle with as few further clues of a fuller one, in random order, as keep a plain search below a limit.

    More clues almost never make the search longer, so bisection finds their number.
    """
    if random.random() < SHARE_LEFT:
        return puzzle
    limit = int(random.choice(NODES_PER_CELL) * puzzle.shape.cells)
    cells = [cell for cell in puzzle.empty_cells() if fuller.values[cell]]
    random.shuffle(cells)

    def is_easy(number: int) -> bool:
        return baseline_nodes(puzzle.with_cells_of(fuller, cells[:number]), 2, limit) <= limit

    return puzzle.with_cells_of(fuller, cells[: bisect_left(range(len(cells)), True, key=is_easy)])
