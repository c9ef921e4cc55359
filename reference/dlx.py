"""The reference engine: Sudoku as an exact cover, solved by dancing links.

Published programs treat the clues in three ways. The engine supports all of them, because none may change an answer:

- *cover*: the whole table is linked once; each search first takes the options of the clues.
- *single*: a table for each puzzle, in which the cell of a clue has only the option of the clue.
- *omit*: a table for each puzzle, without the items that the clues cover and the options that clash with a clue.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache, partial
from itertools import islice
from typing import assert_never

from . import dancing
from .compiled import build_of, compiled_build
from .dancing import DancingLinks, Watcher
from .grid import Grid
from .shape import Shape
from .table import CoverTable


class Clues(Enum):
    """How the clues of a puzzle enter the search."""

    COVER = "cover"
    SINGLE = "single"
    OMIT = "omit"


class DlxEngine:
    """Dancing links on the exact-cover table; an `Engine`.

    `table` defines the order of the items; each puzzle's shape replaces its shape. `links` is the class of dancing
    links, by default the compiled build if there is one. `visited` counts the search nodes of the last search that
    ended or was closed.

    >>> next(DlxEngine()(Grid.empty())).is_full
    True
    """

    def __init__(
        self,
        *,
        table: CoverTable = CoverTable(),
        clues: Clues = Clues.COVER,
        links: type[DancingLinks] | None = None,
    ) -> None:
        self._links = dancing_links() if links is None else links
        self._clues = clues
        self._table: Callable[[Shape], CoverTable] = cache(
            partial(CoverTable, order=table.order, cell_shift=table.cell_shift)
        )
        self._free: dict[Shape, list[DancingLinks]] = {}
        self.visited = 0

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle in search order."""
        table = self._table(puzzle.shape)
        match self._clues:
            case Clues.COVER:
                solutions = self.search(puzzle)
            case Clues.SINGLE:
                side, values = puzzle.shape.side, puzzle.values
                options = [option for option in range(side**3) if values[option // side] in (0, option % side + 1)]
                solutions = self._rebuilt(table, options, range(table.items))
            case Clues.OMIT:
                solutions = self._omitted(table, puzzle)
            case other:
                assert_never(other)
        return islice(solutions, limit)

    def search(self, puzzle: Grid, watcher: Watcher | None = None) -> Iterator[Grid]:
        """Yield every solution; the clues are taken before the search, and the watcher observes its steps."""
        table = self._table(puzzle.shape)
        free = self._free.setdefault(table.shape, [])
        links = free.pop() if free else self._links(table.options, table.items)
        covers = links.covers(table.given(puzzle), watcher)
        try:
            for cover in covers:
                yield table.grid(cover)
        except GeneratorExit:  # closed halfway, which restores the links; after any other exception they are dropped
            covers.close()
            self.visited = links.visited
            free.append(links)
            raise
        self.visited = links.visited
        free.append(links)

    def _omitted(self, table: CoverTable, puzzle: Grid) -> Iterator[Grid]:
        given = table.given(puzzle)
        met = [item for option in given for item in table.options[option]]
        if len(set(met)) < len(met):
            return
        items = sorted(set(range(table.items)).difference(met))
        options = [option for option, needs in enumerate(table.options) if not set(needs).intersection(met)]
        for grid in self._rebuilt(table, options, items):
            yield Grid(bytes(map(max, grid.values, puzzle.values)), puzzle.shape)

    def _rebuilt(self, table: CoverTable, options: Sequence[int], items: Sequence[int]) -> Iterator[Grid]:
        number = {item: place for place, item in enumerate(items)}
        entries = [[number[item] for item in table.options[option]] for option in options]
        for cover in self._links(entries, len(items)).covers():
            yield table.grid([options[place] for place in cover])


def compiled_dancing_links() -> type[DancingLinks] | None:
    """Return the compiled dancing links; None if there are none or their source is outdated."""
    return getattr(compiled_build(dancing), "DancingLinks", None)


def dancing_links() -> type[DancingLinks]:
    """Return the compiled dancing links if they exist and are wanted, else the pure Python ones."""
    links: type[DancingLinks] = build_of(dancing).DancingLinks
    return links
