"""Properties of dancing links: the links themselves, and the search of both builds."""

from collections.abc import Callable
from functools import partial
from itertools import islice, permutations
from random import Random

from hypothesis import strategies as st

from crosscover.harness.engine_harness import EngineHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.property_result import Ended
from crosscover.reference import Clues, CoverTable, DancingLinks, DlxEngine, Family, Grid, Shape
from crosscover.reference.dancing import DancingLinks as PureLinks
from crosscover.reference.dlx import compiled_dancing_links
from crosscover.subjects.subject import SubjectKind

from . import strategies as draw
from .corpus import ESSENTIAL, small_grids
from .registry import property_of
from .strategies.masking import bitmask
from .test_engine import all_kinds, check_solutions

FEW = 30

ItemCheck = Callable[[DancingLinks, int, int, int], str]
"""Describes the fault in an item, given its header, the chosen item and the chosen item's size; "" if none."""

property_of_links = partial(
    property_of,
    lambda run: run.kind is SubjectKind.DANCING_LINKS and run.options.shape == Shape(),
    calls_engine=True,
    calls_subject=True,
)
"""Register a property of dancing links, which calls them itself."""


def builds() -> list[type[DancingLinks]]:
    """Return the available builds of the dancing links: pure Python, and the compiled build of the same source."""
    return [build for build in (PureLinks, compiled_dancing_links()) if build is not None]


@property_of_links(examples=2)
def test_links_are_restored(harness: EngineHarness) -> None:
    """Any search, completed or stopped at any solution, restores all links and sizes."""
    table = CoverTable()

    def restored(drawn: tuple[Grid, int]) -> None:
        puzzle, stop = drawn
        for build in builds():
            links = build(table.options, table.items)
            state = links.state()
            harness.count()
            with harness.engine_call(puzzle):
                search = links.covers(table.given(puzzle))
                for _ in islice(search, stop):
                    pass
                search.close()
            if links.state() != state:
                raise PropertyViolatedError(f"links or sizes were not restored after {stop} solutions", puzzle)

    harness.for_each_example(st.tuples(all_kinds(harness.shape), st.integers(0, FEW)), restored)


@property_of_links(examples=0.5)
def test_sizes_are_true(harness: EngineHarness) -> None:
    """At every search node, the size of every uncovered item is the number of nodes in its list."""
    harness.for_each_example(all_kinds(harness.shape), lambda puzzle: _watch(harness, puzzle, _wrong_size))


@property_of_links(examples=0.5)
def test_smallest_item_first(harness: EngineHarness) -> None:
    """Each branch is on an item with at most one option, or else on the first item with the fewest options."""
    harness.for_each_example(draw.any_puzzles(), lambda puzzle: _watch(harness, puzzle, _smaller))


@property_of_links()
def test_order_of_items(harness: EngineHarness) -> None:
    """Neither the order of the families of items nor a shift of the cell items changes the set of solutions."""
    orders = st.sampled_from(tuple(permutations(Family)))

    def same_set(drawn: tuple[Grid, tuple[Family, ...], int]) -> None:
        puzzle, order, shift = drawn
        engine = DlxEngine(table=CoverTable(order=order, cell_shift=shift))
        _check_engine(harness, puzzle, engine, f"{order}, shift {shift}")

    harness.for_each_example(st.tuples(all_kinds(harness.shape), orders, st.integers(0, 80)), same_set)


@property_of_links(examples=0.5)
def test_order_of_options(harness: EngineHarness) -> None:
    """The order of the options does not change the set of solutions."""
    table = CoverTable()

    def same_set(drawn: tuple[Grid, int]) -> None:
        puzzle, seed = drawn
        harness.count()
        shuffled = Random(seed).sample(range(len(table.options)), len(table.options))
        place = {option: place for place, option in enumerate(shuffled)}
        links = DancingLinks([table.options[option] for option in shuffled], table.items)
        with harness.engine_call(puzzle):
            covers = list(islice(links.covers([place[option] for option in table.given(puzzle)]), FEW))
        found = [table.grid(shuffled[option] for option in cover) for cover in covers]
        check_solutions(harness, puzzle, found, FEW, "options in another order")

    harness.for_each_example(st.tuples(draw.any_puzzles(), draw.SEEDS), same_set)


@property_of_links()
def test_ways_to_treat_clues(harness: EngineHarness) -> None:
    """All three ways to treat clues (taken first, as single options, left out) give the same solutions."""
    engines = {clues: DlxEngine(clues=clues) for clues in Clues}

    def same_set(puzzle: Grid) -> None:
        for clues, engine in engines.items():
            _check_engine(harness, puzzle, engine, f"clues by {clues.value}")

    harness.for_each_example(all_kinds(harness.shape), same_set)


@property_of_links()
def test_builds_search_alike(harness: EngineHarness) -> None:
    """The pure and the compiled build visit the same search nodes in the same order and find the same solutions."""
    engines = [DlxEngine(links=build) for build in builds()]

    def alike(puzzle: Grid) -> None:
        walks: list[tuple[list[tuple[str, int, int, int]], list[Grid]]] = []
        for engine in engines:
            walk = _Walk()
            harness.count()
            with harness.engine_call(puzzle):
                walks.append((walk.steps, list(islice(engine.search(puzzle, walk), FEW))))
        if any(walk != walks[0] for walk in walks):
            raise PropertyViolatedError("the compiled build does not search like the pure build", puzzle)

    harness.for_each_example(all_kinds(harness.shape), alike)


@property_of_links()
def test_every_small_puzzle(harness: EngineHarness) -> None:
    """All 131,072 masks of the two essentially different grids of 2x2 boxes have exactly the expected solutions."""
    engine = DlxEngine()
    grids = small_grids()
    having = {
        (cell, digit): sum(1 << place for place, grid in enumerate(grids) if grid.values[cell] == digit)
        for cell in range(16)
        for digit in range(1, 5)
    }
    place_of = {grid: 1 << place for place, grid in enumerate(grids)}
    judged = harness.round.result.reported.judged
    for number in range(judged, 2**17):  # each round continues where the previous round ended
        if number % 256 == 0 and harness.round.is_over():
            harness.round.result.ended = Ended.NOT_YET
            return
        harness.round.has_tried = True
        puzzle = ESSENTIAL[number >> 16].keeping(number & 0xFFFF)
        expected = (1 << len(grids)) - 1
        for clue in puzzle.clues():
            expected &= having[clue]
        harness.count()
        for name, solve in (("the reference", engine), ("bitmask", bitmask)):
            with harness.engine_call(puzzle):
                found = [place_of.get(grid, 0) for grid in solve(puzzle, None)]
            if sum(found) != expected or len(found) != expected.bit_count():
                raise PropertyViolatedError(
                    f"{name} finds {len(found)} solutions, or wrong solutions; expected {expected.bit_count()}", puzzle
                )


@property_of_links()
def test_two_by_three(harness: EngineHarness) -> None:
    """There are 28,200,960 grids of 2x3 boxes: 39,168 for each of 720 first rows, such as 123456."""
    first_row = Grid.parse("123456" + 30 * ".", Shape(2, 3))
    with harness.engine_call(first_row):
        found = sum(1 for _ in islice(DlxEngine().search(first_row), 39_169))
    harness.count(found, "grids")
    if found * 720 != 28_200_960:
        raise PropertyViolatedError(
            f"found at least {found:,} grids with the first row 123456; expected 39,168", first_row
        )


def _check_engine(harness: EngineHarness, puzzle: Grid, engine: DlxEngine, how: str) -> None:
    harness.count()
    with harness.engine_call(puzzle):
        found = list(engine(puzzle, FEW))
    check_solutions(harness, puzzle, found, FEW, how)


def _watch(harness: EngineHarness, puzzle: Grid, check: ItemCheck) -> None:
    table = CoverTable()
    for build in builds():
        links = build(table.options, table.items)
        watcher = _ItemWatcher(links, check)
        harness.count()
        with harness.engine_call(puzzle):
            for _ in islice(links.covers(table.given(puzzle), watcher), 2):
                pass
        if watcher.wrong:
            raise PropertyViolatedError(watcher.wrong, puzzle)


class _Walk:
    """A `Watcher` that records every step of a search."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int, int]] = []

    def chose(self, level: int, item: int, size: int, /) -> None:
        self.steps.append(("chose", level, item, size))

    def tried(self, level: int, option: int, /) -> None:
        self.steps.append(("tried", level, option, 0))

    def undone(self, level: int, option: int, /) -> None:
        self.steps.append(("undone", level, option, 0))


class _ItemWatcher:
    """A `Watcher` that checks every uncovered item at every search node, up to the first fault."""

    def __init__(self, links: DancingLinks, check: ItemCheck) -> None:
        self.links = links
        self.check = check
        self.wrong = ""

    def chose(self, _level: int, item: int, size: int, /) -> None:
        header = self.links.right[0]
        while header and not self.wrong:
            self.wrong = self.check(self.links, header, item, size)
            header = self.links.right[header]

    def tried(self, _level: int, _option: int, /) -> None:
        pass

    undone = tried


def _wrong_size(links: DancingLinks, header: int, _item: int, _size: int) -> str:
    nodes, node = 0, links.down[header]
    while node != header:
        nodes, node = nodes + 1, links.down[node]
    size = links.size[header]
    return "" if nodes == size else f"item {header - 1} has {nodes} options, but its size is {size}"


def _smaller(links: DancingLinks, header: int, item: int, size: int) -> str:
    if size <= 1 or (links.size[header], header - 1) >= (size, item):
        return ""
    return f"item {item} was chosen with {size} options, but item {header - 1} has {links.size[header]}"
