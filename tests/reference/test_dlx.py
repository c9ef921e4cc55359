"""The reference engine: treatments of clues, orders of items, limits and open iterators."""

from itertools import islice, permutations

import pytest

from crosscover.reference import (
    CELL_FIRST,
    CELL_LAST,
    Clues,
    CoverTable,
    DancingLinks,
    DlxEngine,
    Family,
    Grid,
    NoSolution,
    Several,
    Shape,
    Unique,
    count,
    verdict,
)

SMALL = Shape(2, 2)
# The second published sample of POJ 3074.
PUZZLE = Grid.parse("......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.")
ANSWER = Grid.parse("416837529982465371735129468571298643293746185864351297647913852359682714128574936")
CLASH = Grid.parse("11" + "." * 79)


@pytest.mark.parametrize("clues", Clues)
@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        ("1.3.34....4..3.1", 1),
        ("1..............2", 18),
        ("11..............", 0),
        ("1234..4.......1.", 0),
    ],
)
def test_every_order_of_the_items_has_the_same_solutions(
    links: type[DancingLinks], clues: Clues, puzzle: str, solutions: int
) -> None:
    """All 24 orders of families, both numberings of cells and all treatments of clues give the same solutions."""
    grid = Grid.parse(puzzle, SMALL)
    tables = [CoverTable(SMALL, order, shift) for order in permutations(Family) for shift in (0, 1)]
    found = {frozenset(DlxEngine(table=table, clues=clues, links=links)(grid)) for table in tables}
    assert [len(grids) for grids in found] == [solutions]


@pytest.mark.parametrize("clues", Clues)
@pytest.mark.parametrize(
    "table", [CoverTable(), CoverTable(order=CELL_LAST), CoverTable(order=CELL_LAST, cell_shift=1)]
)
def test_a_proper_puzzle_has_its_one_solution(links: type[DancingLinks], clues: Clues, table: CoverTable) -> None:
    """A proper puzzle has one solution in all orders of known programs and treatments of clues."""
    engine = DlxEngine(table=table, clues=clues, links=links)
    assert verdict(engine, PUZZLE) == Unique(ANSWER)


@pytest.mark.parametrize("clues", Clues)
def test_clashing_clues_have_no_solution(links: type[DancingLinks], clues: Clues) -> None:
    """Equal clues in a row have no solution, and the next puzzle is solved correctly."""
    engine = DlxEngine(clues=clues, links=links)
    assert verdict(engine, CLASH) == NoSolution()
    assert verdict(engine, PUZZLE) == Unique(ANSWER)


@pytest.mark.parametrize("clues", Clues)
def test_a_full_grid_is_its_own_solution(links: type[DancingLinks], clues: Clues) -> None:
    """A full grid is its own solution."""
    assert list(DlxEngine(clues=clues, links=links)(ANSWER)) == [ANSWER]


@pytest.mark.parametrize("clues", Clues)
def test_the_limit_is_exact(links: type[DancingLinks], clues: Clues) -> None:
    """The engine returns exactly as many solutions as the limit, if there are enough."""
    for limit in (0, 1, 2, 287, 288, 289):
        assert count(DlxEngine(clues=clues, links=links), Grid.empty(SMALL), limit) == min(limit, 288)


@pytest.mark.parametrize("clues", Clues)
def test_an_empty_grid_gives_solutions_one_by_one(links: type[DancingLinks], clues: Clues) -> None:
    """Solutions of the empty grid are returned lazily."""
    solutions = list(islice(DlxEngine(clues=clues, links=links)(Grid.empty()), 3))
    assert len({grid for grid in solutions if grid.is_full}) == 3


def test_nested_searches(links: type[DancingLinks]) -> None:
    """Nested searches do not affect each other."""
    engine = DlxEngine(links=links)
    outer = engine(Grid.empty(SMALL))
    grids = [next(outer)]
    grids += [
        grid for grid in outer if count(engine, Grid.empty(SMALL), 5) == 5 and verdict(engine, grid) == Unique(grid)
    ]
    assert len(set(grids)) == 288


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


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 2), Shape(4, 4)], ids=str)
def test_every_shape_is_solved(links: type[DancingLinks], shape: Shape) -> None:
    """A full grid of each shape is found, and its first half is solved."""
    engine = DlxEngine(links=links)
    grid = next(engine(Grid.empty(shape)))
    half = grid.keeping((1 << shape.cells // 2) - 1)
    assert next(engine(half)).extends(half)


def test_an_empty_grid_has_several_solutions() -> None:
    """The verdict on an empty grid has two different solutions."""
    match verdict(DlxEngine(), Grid.empty()):
        case Several(first, second):
            assert first != second
        case other:
            pytest.fail(f"expected several, got {other}")


@pytest.mark.slow
def test_the_two_by_three_grids_that_begin_with_a_first_row() -> None:
    """A given first row has a 720th of the 28,200,960 grids of 2x3 boxes."""
    assert count(DlxEngine(table=CoverTable(order=CELL_FIRST)), Grid.parse("123456" + "." * 30, Shape(2, 3))) == 39_168
