"""A plain backtracking search, which branches on a cell with the fewest candidates and uses no other technique.

Most handwritten solvers work like this. A timeout on a puzzle that would take this search a day is not a failure.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Shape


@lru_cache(4096)
def baseline_nodes(puzzle: Grid, solutions: int, limit: int) -> int:
    """Return how many nodes a plain search needs to find `solutions` solutions, or to prove that there are fewer.

    Breaks ties between cells and digits in four ways and returns the maximum. A result above `limit` means more
    than `limit`. Costs about 10 us per node, for all four ways.
    """
    if next(clashes(puzzle), None) is not None:
        return 0
    worst, cells = 0, puzzle.empty_cells()
    for ordered, highest_first in product((cells, cells[::-1]), (False, True)):
        if worst <= limit:
            worst = max(worst, search_nodes(puzzle, ordered, solutions, limit, highest_first=highest_first))
    return worst


@lru_cache(1024)
def is_easy(puzzle: Grid, solutions: int, limit: int) -> bool:
    """Return whether every plain search finds the solutions, or proves that there are fewer, in `limit` nodes.

    This includes searches that fill the cells row by row or column by column, from either end, with the lowest or the
    highest digit first, and searches that do not compare clues with each other.
    """
    cells = puzzle.empty_cells()
    by_columns = sorted(cells, key=puzzle.shape.column)
    ways = product((cells, cells[::-1], by_columns, by_columns[::-1]), (False, True), (False, True))
    return all(
        search_nodes(puzzle, ordered, solutions, limit, highest_first=highest_first, in_order=in_order) <= limit
        for ordered, highest_first, in_order in ways
    )


def search_nodes(
    puzzle: Grid,
    cells: Sequence[int],
    solutions: int,
    limit: int,
    *,
    highest_first: bool = False,
    in_order: bool = False,
) -> int:
    """Return the number of nodes of one search, at most `limit` + 1; `in_order` fills the cells in the given order."""
    houses, empty = _houses(puzzle.shape), dict.fromkeys(cells)
    free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)  # the digits missing from each house, as bits
    nodes = found = 0

    def flip(cell: int, digit: int) -> None:
        for house in houses[cell]:
            free[house] ^= digit

    def run() -> bool:
        """Return whether the search found all solutions or exceeded the limit. Ends, as each level fills a cell."""
        nonlocal nodes, found, empty
        nodes += 1
        if nodes > limit:
            return True
        fewest, chosen, candidates = 1000, -1, 0
        for cell in empty:
            row, column, box = houses[cell]
            here = free[row] & free[column] & free[box]
            if here.bit_count() < fewest:
                fewest, chosen, candidates = here.bit_count(), cell, here
                if fewest <= 1 or in_order:
                    break
        if chosen < 0:
            found += 1
            return found == solutions
        order = list(empty)
        del empty[chosen]
        while candidates:
            digit = 1 << candidates.bit_length() - 1 if highest_first else candidates & -candidates
            candidates ^= digit
            flip(chosen, digit)
            if run():
                return True
            flip(chosen, digit)
        # Reinserting only this cell would put it last, so earlier branches would change how ties are broken.
        empty = dict.fromkeys(order)
        return False

    for cell, digit in puzzle.clues():
        for house in houses[cell]:
            free[house] &= ~(1 << digit - 1)
    run()
    return nodes


@cache
def _houses(shape: Shape) -> tuple[tuple[int, int, int], ...]:
    """Return the row, column and box of each cell, numbered as in `Shape.houses`."""
    side = shape.side
    return tuple(
        (shape.row(cell), side + shape.column(cell), 2 * side + shape.box(cell)) for cell in range(shape.cells)
    )
