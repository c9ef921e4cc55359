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

    That includes searches that fill the cells in the order of rows or columns, from either end, with the least or the
    greatest digit first, and those that do not compare clues with each other.
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
    """The number of nodes of one search, up to one more than the limit; `in_order` it fills the cells as they come."""
    search = _Search(puzzle, cells, highest_first=highest_first, in_order=in_order)
    search.run(solutions, limit)
    return search.nodes


class _Search:
    """Backtracking over the empty cells; `free` has the digits that each house still lacks, a bit each."""

    def __init__(self, puzzle: Grid, cells: Sequence[int], *, highest_first: bool, in_order: bool) -> None:
        self._free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)
        self._houses = _houses(puzzle.shape)
        self._empty = dict.fromkeys(cells)
        self._highest_first = highest_first
        self._in_order = in_order
        self.nodes = 0
        self._found = 0
        for cell, digit in puzzle.clues():
            for house in self._houses[cell]:
                self._free[house] &= ~(1 << digit - 1)

    def run(self, solutions: int, limit: int) -> bool:
        """Whether the solutions, or more nodes than the limit, were found. Each level fills a cell, so it ends."""
        self.nodes += 1
        if self.nodes > limit:
            return True
        free, fewest, chosen, candidates = self._free, 1000, -1, 0
        for cell in self._empty:
            row, column, box = self._houses[cell]
            here = free[row] & free[column] & free[box]
            if here.bit_count() < fewest:
                fewest, chosen, candidates = here.bit_count(), cell, here
                if fewest <= 1 or self._in_order:
                    break
        if chosen < 0:
            self._found += 1
            return self._found == solutions
        order = list(self._empty)
        del self._empty[chosen]
        while candidates:
            digit = 1 << candidates.bit_length() - 1 if self._highest_first else candidates & -candidates
            candidates ^= digit
            self._flip(chosen, digit)
            if self.run(solutions, limit):
                return True
            self._flip(chosen, digit)
        # Reinserted alone, the cell would come last, and earlier branches would change how ties are broken.
        self._empty = dict.fromkeys(order)
        return False

    def _flip(self, cell: int, digit: int) -> None:
        """Remove a digit from the houses of a cell, or restore it."""
        for house in self._houses[cell]:
            self._free[house] ^= digit


@cache
def _houses(shape: Shape) -> tuple[tuple[int, int, int], ...]:
    """Return the row, column and box of each cell, numbered as in `Shape.houses`."""
    side = shape.side
    return tuple(
        (shape.row(cell), side + shape.column(cell), 2 * side + shape.box(cell)) for cell in range(shape.cells)
    )
