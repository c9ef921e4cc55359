"""A plain backtracking search, which branches on a cell with the fewest candidates and uses no other technique.

Most handwritten solvers work like this. A timeout on a puzzle that would take this search a day is not a failure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

from .rules import clashes


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
    houses = _houses(puzzle.shape)
    free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)
    for cell, digit in puzzle.clues():
        for house in houses[cell]:
            free[house] &= ~(1 << digit - 1)
    search = _Search(solutions, limit, highest_first, in_order, houses, dict.fromkeys(cells), free)
    search.run()
    return search.nodes


@dataclass(slots=True)
class _Search:
    """A depth-first search that counts its nodes. `free` holds the digits missing from each house, as bits."""

    solutions: int
    limit: int
    highest_first: bool
    in_order: bool
    houses: tuple[tuple[int, int, int], ...]
    empty: dict[int, None]
    free: list[int]
    nodes: int = 0
    found: int = 0

    def run(self) -> bool:
        """Return whether the search found all solutions or exceeded the limit. Ends, as each level fills a cell."""
        self.nodes += 1
        if self.nodes > self.limit:
            return True
        if not self.empty:
            self.found += 1
            return self.found == self.solutions
        chosen, candidates = self._choose()
        order = list(self.empty)
        del self.empty[chosen]
        while candidates:
            digit = 1 << candidates.bit_length() - 1 if self.highest_first else candidates & -candidates
            candidates ^= digit
            self._flip(chosen, digit)
            if self.run():
                return True
            self._flip(chosen, digit)
        # Reinserting only this cell would put it last, so earlier branches would change how ties are broken.
        self.empty = dict.fromkeys(order)
        return False

    def _choose(self) -> tuple[int, int]:
        fewest, chosen, candidates = 1000, -1, 0
        for cell in self.empty:
            row, column, box = self.houses[cell]
            here = self.free[row] & self.free[column] & self.free[box]
            if here.bit_count() < fewest:
                fewest, chosen, candidates = here.bit_count(), cell, here
                if fewest <= 1 or self.in_order:
                    break
        return chosen, candidates

    def _flip(self, cell: int, digit: int) -> None:
        for house in self.houses[cell]:
            self.free[house] ^= digit


@cache
def _houses(shape: Shape) -> tuple[tuple[int, int, int], ...]:
    """Return the row, column and box of each cell, numbered as in `Shape.houses`."""
    side = shape.side
    return tuple(
        (shape.row(cell), side + shape.column(cell), 2 * side + shape.box(cell)) for cell in range(shape.cells)
    )
