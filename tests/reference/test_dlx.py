"""The reference engine: treatments of clues, orders of items and abandoned iterators."""

from itertools import islice, permutations

import pytest

from crosscover.reference import (
    CELL_FIRST,
    Clues,
    CoverTable,
    DancingLinks,
    DlxEngine,
    Family,
    Grid,
    Shape,
    count,
)

SMALL = Shape(2, 2)

NUMBERS = {"1.3.34....4..3.1": 1, "1..............2": 18, "11..............": 0, "1234..4.......1.": 0}
"""Small puzzles, and their numbers of solutions."""


@pytest.mark.parametrize("clues", Clues)
def test_every_order_of_the_items_has_the_same_solutions(links: type[DancingLinks], clues: Clues) -> None:
    """All 24 orders of families, both numberings of cells and all treatments of clues give the same solutions."""
    tables = [CoverTable(SMALL, order, shift) for order in permutations(Family) for shift in (0, 1)]
    engines = [DlxEngine(table=table, clues=clues, links=links) for table in tables]
    for puzzle, solutions in NUMBERS.items():
        found = {frozenset(engine(Grid.parse(puzzle, SMALL))) for engine in engines}
        assert [len(grids) for grids in found] == [solutions]


def test_abandoned_iterators(links: type[DancingLinks]) -> None:
    """An abandoned iterator does not affect later puzzles, and its links are reused."""
    built: list[DancingLinks] = []

    def build(options: tuple[tuple[int, ...], ...], primary: int) -> DancingLinks:
        built.append(links(options, primary))
        return built[-1]

    engine = DlxEngine(links=build)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - counts the builds
    for steps in range(6):
        list(islice(engine(Grid.empty(SMALL)), steps))
    assert count(engine, Grid.empty(SMALL)) == 288
    assert len(built) == 1


@pytest.mark.slow
def test_the_two_by_three_grids_that_begin_with_a_first_row() -> None:
    """A given first row has a 720th of the 28,200,960 grids of 2x3 boxes."""
    assert count(DlxEngine(table=CoverTable(order=CELL_FIRST)), Grid.parse("123456" + "." * 30, Shape(2, 3))) == 39_168
