"""A plain backtracking search, which branches on a cell with the fewest candidates and uses no other technique.

Most handwritten solvers work like this. A timeout on a puzzle that would take this search a day is not a failure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from crosscover.reference.grid import Grid

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
    houses = puzzle.shape.houses_of_cells
    empty: dict[int, _CellHouses] = {}
    for cell in cells:
        row, column, box, *diagonals = houses[cell]
        empty[cell] = row, column, box, tuple(diagonals)
    free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)
    for cell, digit in puzzle.clues():
        for house in houses[cell]:
            free[house] &= ~(1 << digit - 1)
    search = _Search(solutions, limit, highest_first, in_order, houses, empty, free)
    search.run()
    return search.nodes


_CellHouses = tuple[int, int, int, tuple[int, ...]]
"""The numbers of the row, the column, the box and the diagonals of a cell."""


@dataclass(slots=True)
class _Search:
    """A depth-first search that counts its nodes.

    `free` holds the digits missing from each house, as bits, and `empty` the houses of each empty cell.
    """

    solutions: int
    limit: int
    highest_first: bool
    in_order: bool
    houses: tuple[tuple[int, ...], ...]
    empty: dict[int, _CellHouses]
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
        order = self.empty.copy()
        del self.empty[chosen]
        while candidates:
            digit = 1 << candidates.bit_length() - 1 if self.highest_first else candidates & -candidates
            candidates ^= digit
            self._flip(chosen, digit)
            if self.run():
                return True
            self._flip(chosen, digit)
        # Reinserting only this cell would put it last, so earlier branches would change how ties are broken.
        self.empty = order
        return False

    def _choose(self) -> tuple[int, int]:
        fewest, chosen, candidates = 1000, -1, 0
        free = self.free
        for cell, (row, column, box, diagonals) in self.empty.items():
            here = free[row] & free[column] & free[box]
            for diagonal in diagonals:
                here &= free[diagonal]
            size = here.bit_count()
            if size < fewest:
                fewest, chosen, candidates = size, cell, here
                if fewest <= 1 or self.in_order:
                    break
        return chosen, candidates

    def _flip(self, cell: int, digit: int) -> None:
        for house in self.houses[cell]:
            self.free[house] ^= digit
