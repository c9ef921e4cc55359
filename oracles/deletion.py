"""Deletes clues that a verdict does not need.

The result is a minimal set of clues that contradict each other, if the puzzle has no solution, or a minimal puzzle, if
it has one solution.
"""

import time
from collections.abc import Callable, Iterable

from crosscover.reference.grid import Grid

Keeps = Callable[[Grid], bool | None]
"""Decides whether a puzzle still has the verdict after it lost clues; None if this takes too long."""

ORDERS = 8
"""Number of orders in which clues are deleted; they halve the contradictions of 16x16 puzzles found by a single one."""


def delete_clues(puzzle: Grid, cells: Iterable[int], keeps: Keeps) -> tuple[Grid, list[int]]:
    """Delete each clue in these cells without which the puzzle keeps its verdict.

    Returns the rest and the cells of the clues that may be redundant in it, because their decisions took too long. This
    is deletion-based MUS extraction (Bakker et al., IJCAI 1993). One decision per clue suffices, since fewer clues
    never have fewer solutions: a clue that is needed remains so after further deletions.
    """
    unknown: list[int] = []
    for cell in cells:
        fewer = puzzle.with_cell(cell, 0)
        match keeps(fewer):
            case True:
                puzzle = fewer
            case None:
                unknown.append(cell)
            case False:
                pass
    return puzzle, unknown


def delete_most_clues(puzzle: Grid, keeps: Keeps, seconds: float) -> tuple[Grid, list[int]]:
    """Delete clues in several orders, and return the result with the fewest clues; starts no order after `seconds`."""
    end = time.monotonic() + seconds
    clues = [cell for cell, _ in puzzle.clues()]
    results = [delete_clues(puzzle, clues, keeps)]
    while len(results) < ORDERS and time.monotonic() < end:
        first = len(results) * len(clues) // ORDERS
        results.append(delete_clues(puzzle, clues[first:] + clues[:first], keeps))
    return min(results, key=lambda result: result[0].clue_count)
