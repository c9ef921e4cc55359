"""A plain backtracking search: it branches on the cell with the fewest candidates, and has no other technique.

Most handwritten solvers are of this kind. If a puzzle would take it a day, a timeout is not a failure.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Shape


@lru_cache(4096)
def baseline_nodes(puzzle: Grid, solutions: int, limit: int) -> int:
    """Return the number of nodes in which a plain search finds `solutions` solutions, or that there are fewer.

    Ties between cells and digits are broken in four ways, and the maximum counts. A result above `limit` means more
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
    """Whether a plain search of any kind finds the solutions, or that there are fewer, in at most `limit` nodes.

    Also searches that fill the cells row by row or column by column, from either end, with the lowest or the highest
    digit first, and searches that do not compare clues with each other.
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
    """The number of nodes of one search, at most `limit` + 1; with `in_order` it fills the cells in the given order."""
    houses, empty = _houses(puzzle.shape), dict.fromkeys(cells)
    free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)  # the digits that each house lacks, a bit each
    nodes = found = 0

    def flip(cell: int, digit: int) -> None:
        for house in houses[cell]:
            free[house] ^= digit

    def run() -> bool:
        """Whether the solutions, or more nodes than the limit, were found. Each level fills a cell, so it ends."""
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
        # Reinserted alone, the cell would come last, and earlier branches would change how ties are broken.
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
