"""How much a plain solver has to do: one that tries the cell with the fewest candidates, and knows nothing cleverer.

Most solvers that people write are of this kind. What takes them a day must not be held against one of them.
"""

import sys
from collections import deque
from collections.abc import Sequence
from functools import cache, lru_cache

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Shape

NODE_CAP = 100_000
"""Nodes beyond which a puzzle counts as too much for a plain solver, however fast. Some take millions."""

SLACK = 3
"""How many times as long as foreseen an answer may take: solvers of this kind differ in how they break ties."""

REMEMBERED = 30
"""How many runs are kept to tell a pace by."""


@lru_cache(4096)
def baseline_nodes(puzzle: Grid, solutions: int, most: int = NODE_CAP) -> int:
    """How many search nodes a plain solver needs to find so many solutions, or that there are fewer.

    Ties between cells and digits are broken in four ways, and the worst counts. Anything above `most` means more than
    that many. Costs about 10 us a node, for all four ways.
    """
    if next(clashes(puzzle), None) is not None:
        return 0
    cells = [cell for cell, digit in enumerate(puzzle.values) if not digit]
    worst = 0
    for ordered in (cells, cells[::-1]):
        for highest_first in (False, True):
            if worst <= most:
                worst = max(worst, _Search(puzzle, ordered, highest_first=highest_first).nodes(solutions, most))
    return worst


class Pace:
    """How fast a subject is, measured against a plain search: what may be expected of it in some time.

    `solutions` is how many it looks for: 2 where it counts them.
    """

    def __init__(self, solutions: int) -> None:
        self._solutions = solutions
        self._runs: deque[tuple[tuple[Grid, ...], float]] = deque(maxlen=REMEMBERED)

    def note(self, batch: tuple[Grid, ...], seconds: float) -> None:
        """Take note of a run that ended in time."""
        self._runs.append((batch, seconds))

    def nodes_in(self, seconds: float) -> int:
        """How many nodes of a plain search it can be expected to do in that time; any number where nothing is known."""
        nodes = sum(self.nodes(puzzle, NODE_CAP // 10) for batch, _ in self._runs for puzzle in batch)
        taken = sum(taken for _, taken in self._runs)
        return int(seconds / SLACK * nodes / taken) if taken else sys.maxsize

    def nodes(self, puzzle: Grid, most: int) -> int:
        """How many nodes of a plain search a puzzle takes; anything above `most` means more than that many."""
        return baseline_nodes(puzzle, self._solutions, most)


class _Search:
    """Backtracking over the empty cells; `free` has the digits that each house still lacks, a bit each."""

    def __init__(self, puzzle: Grid, cells: Sequence[int], *, highest_first: bool) -> None:
        self._free = [(1 << puzzle.shape.side) - 1] * len(puzzle.shape.houses)
        self._houses = _houses(puzzle.shape)
        self._empty = dict.fromkeys(cells)
        self._highest_first = highest_first
        self._count = 0
        self._found = 0
        for cell, digit in puzzle.clues():
            self._flip(cell, 1 << digit - 1)

    def nodes(self, solutions: int, most: int) -> int:
        self._search(solutions, most)
        return self._count

    def _search(self, solutions: int, most: int) -> bool:
        """Whether the search has come to its end."""
        self._count += 1
        if self._count > most:
            return True
        free, fewest, chosen, candidates = self._free, 1000, -1, 0
        for cell in self._empty:
            row, column, box = self._houses[cell]
            here = free[row] & free[column] & free[box]
            if here.bit_count() < fewest:
                fewest, chosen, candidates = here.bit_count(), cell, here
                if fewest <= 1:
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
            if self._search(solutions, most):
                return True
            self._flip(chosen, digit)
        self._empty = dict.fromkeys(order)
        return False

    def _flip(self, cell: int, digit: int) -> None:
        for house in self._houses[cell]:
            self._free[house] ^= digit


@cache
def _houses(shape: Shape) -> tuple[tuple[int, int, int], ...]:
    side = shape.side
    return tuple(
        (shape.row(cell), side + shape.column(cell), 2 * side + shape.box(cell)) for cell in range(shape.cells)
    )
