"""What is true of dancing links: of the links themselves, and of the search that both builds share."""

from itertools import islice, permutations
from random import Random

from hypothesis import strategies as st

from crosscover.harness.applies import Requires, applies_to
from crosscover.harness.errors import PropertyViolatedError
from crosscover.harness.harness import Harness
from crosscover.reference import Clues, CoverTable, DancingLinks, DlxEngine, Family, Grid, Shape
from crosscover.reference.builds import compiled
from crosscover.reference.dancing import DancingLinks as PureLinks

from . import strategies as draw
from .corpus import ESSENTIAL, small_grids
from .strategies.masking import bitmask

ALL_KINDS = st.one_of(draw.puzzles_with_multiple_solutions(), draw.any_puzzles())

FEW = 30


def builds() -> list[type[DancingLinks]]:
    """The builds of the dancing links that are there: the text itself, and the compiled twin."""
    twin = compiled()
    return [PureLinks] if twin is None else [PureLinks, twin]


@applies_to(requires=Requires.DANCING_LINKS)
def test_links_are_restored(harness: Harness) -> None:
    """After any search, stopped at any solution or run to its end, all links and sizes are as they were built."""
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
                raise PropertyViolatedError(f"links or sizes differ from the built ones after {stop} solutions", puzzle)

    harness.for_each_example(st.tuples(ALL_KINDS, st.integers(0, FEW)), restored, example_ratio=2)


@applies_to(requires=Requires.DANCING_LINKS)
def test_sizes_are_true(harness: Harness) -> None:
    """At every search node the size of every item still to be covered is the number of nodes in its list."""
    harness.for_each_example(ALL_KINDS, lambda puzzle: _watched(harness, puzzle, _Recount), example_ratio=0.5)


@applies_to(requires=Requires.DANCING_LINKS)
def test_smallest_item_first(harness: Harness) -> None:
    """Each branch is on the item with the fewest options, the first of them on a tie."""
    harness.for_each_example(draw.any_puzzles(), lambda puzzle: _watched(harness, puzzle, _Smallest), example_ratio=0.5)


@applies_to(requires=Requires.DANCING_LINKS)
def test_order_of_items(harness: Harness) -> None:
    """The order of the families of items, and a shift of the cell items, change no set of solutions."""
    orders = st.sampled_from(tuple(permutations(Family)))

    def same_set(drawn: tuple[Grid, tuple[Family, ...], int]) -> None:
        puzzle, order, shift = drawn
        harness.count()
        _compare(harness, puzzle, DlxEngine(table=CoverTable(order=order, cell_shift=shift)), f"{order}, shift {shift}")

    harness.for_each_example(st.tuples(ALL_KINDS, orders, st.integers(0, 80)), same_set)


@applies_to(requires=Requires.DANCING_LINKS)
def test_order_of_options(harness: Harness) -> None:
    """The order in which the options are entered changes no set of solutions."""
    table = CoverTable()

    def same_set(drawn: tuple[Grid, int]) -> None:
        puzzle, seed = drawn
        harness.count()
        shuffled = Random(seed).sample(range(len(table.options)), len(table.options))
        place = {option: place for place, option in enumerate(shuffled)}
        links = DancingLinks([table.options[option] for option in shuffled], table.items)
        with harness.engine_call(puzzle):
            covers = list(islice(links.covers([place[option] for option in table.given(puzzle)]), FEW))
        found = {table.grid([shuffled[option] for option in cover]) for cover in covers}
        _same(harness, puzzle, found, "options in another order")

    harness.for_each_example(st.tuples(draw.any_puzzles(), draw.SEEDS), same_set, example_ratio=0.5)


@applies_to(requires=Requires.DANCING_LINKS)
def test_ways_to_treat_clues(harness: Harness) -> None:
    """Clues taken beforehand, one option in a clue cell, clashing options left out: all give the same solutions."""
    engines = {clues: DlxEngine(clues=clues) for clues in Clues}

    def same_set(puzzle: Grid) -> None:
        for clues, engine in engines.items():
            harness.count()
            _compare(harness, puzzle, engine, f"clues by {clues.value}")

    harness.for_each_example(ALL_KINDS, same_set)


@applies_to(requires=Requires.DANCING_LINKS)
def test_twins_walk_alike(harness: Harness) -> None:
    """The text and its compiled twin visit the same search nodes in the same order and give the same solutions."""
    engines = [DlxEngine(links=build) for build in builds()]

    def alike(puzzle: Grid) -> None:
        walks: list[tuple[list[tuple[str, int, int, int]], list[Grid]]] = []
        for engine in engines:
            walk = _Walk()
            harness.count()
            with harness.engine_call(puzzle):
                walks.append((walk.steps, list(islice(engine.search(puzzle, walk), FEW))))
        if any(walk != walks[0] for walk in walks):
            raise PropertyViolatedError("the compiled twin takes another way than the text", puzzle)

    harness.for_each_example(ALL_KINDS, alike)


@applies_to(requires=Requires.DANCING_LINKS)
def test_every_small_puzzle(harness: Harness) -> None:
    """All 131,072 masks of the two essentially different grids of 2x2 boxes have just the solutions they must have."""
    engine = DlxEngine()
    grids = small_grids()
    having = {
        (cell, digit): sum(1 << place for place, grid in enumerate(grids) if grid.values[cell] == digit)
        for cell in range(16)
        for digit in range(1, 5)
    }
    place_of = {grid: 1 << place for place, grid in enumerate(grids)}
    for solution in ESSENTIAL:
        for mask in range(2**16):
            puzzle = solution.keeping(mask)
            due = (1 << len(grids)) - 1
            for clue in puzzle.clues():
                due &= having[clue]
            harness.count()
            for name, solve in (("the reference", engine), ("bitmask", bitmask)):
                with harness.engine_call(puzzle):
                    found = [place_of.get(grid, 0) for grid in solve(puzzle, None)]
                if sum(found) != due or len(found) != due.bit_count():
                    raise PropertyViolatedError(
                        f"{name} finds {len(found)} solutions, or others, where there are {due.bit_count()}", puzzle
                    )


@applies_to(requires=Requires.DANCING_LINKS)
def test_two_by_three(harness: Harness) -> None:
    """There are 28,200,960 grids of 2x3 boxes: 39,168 with 123456 as the first row, for each of 720 first rows."""
    first_row = Grid.parse("123456" + 30 * ".", Shape(2, 3))
    with harness.engine_call(first_row):
        found = sum(1 for _ in islice(DlxEngine().search(first_row), 39_169))
    harness.count(found, "grids")
    if found * 720 != 28_200_960:
        raise PropertyViolatedError(f"found {found:,} grids or more with the first row 123456, not 39,168", first_row)


def _watched(harness: Harness, puzzle: Grid, watcher: "type[_Recount]") -> None:
    """Search with a watcher that looks at the links of each search node."""
    table = CoverTable()
    for build in builds():
        links = build(table.options, table.items)
        watching = watcher(links)
        harness.count()
        with harness.engine_call(puzzle):
            for _ in islice(links.covers(table.given(puzzle), watching), 2):
                pass
        if watching.wrong:
            raise PropertyViolatedError(watching.wrong, puzzle)


def _compare(harness: Harness, puzzle: Grid, engine: DlxEngine, what: str) -> None:
    with harness.engine_call(puzzle):
        found = list(engine(puzzle, FEW))
    if len(set(found)) < len(found):
        raise PropertyViolatedError(f"{what}: a solution came twice", puzzle)
    _same(harness, puzzle, set(found), what)


def _same(harness: Harness, puzzle: Grid, found: set[Grid], what: str) -> None:
    known = set(harness.verdicts.panel.solutions(puzzle, FEW))
    if len(found) != len(known) or (len(known) < FEW and found != known):
        raise PropertyViolatedError(
            f"{what}: {len(found)} solutions, or others, where the panel finds {len(known)}", puzzle
        )


class _Walk:
    """Writes down every step of a search."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int, int]] = []

    def chose(self, level: int, item: int, size: int, /) -> None:
        self.steps.append(("chose", level, item, size))

    def tried(self, level: int, option: int) -> None:
        self.steps.append(("tried", level, option, 0))

    def undone(self, level: int, option: int) -> None:
        self.steps.append(("undone", level, option, 0))


class _Recount(_Walk):
    """Counts the nodes of every item at every search node."""

    def __init__(self, links: DancingLinks) -> None:
        super().__init__()
        self.links = links
        self.wrong = ""

    def chose(self, _level: int, item: int, size: int, /) -> None:
        header = self.links.right[0]
        while header and not self.wrong:
            self.check(header, item, size)
            header = self.links.right[header]

    def check(self, header: int, _item: int, _size: int) -> None:
        nodes, node = 0, self.links.down[header]
        while node != header:
            nodes, node = nodes + 1, self.links.down[node]
        if nodes != self.links.size[header]:
            self.wrong = f"item {header - 1} has {nodes} options and the size {self.links.size[header]}"


class _Smallest(_Recount):
    """Looks for an item with fewer options than the chosen one, or as many and a lower number."""

    def check(self, header: int, item: int, size: int) -> None:
        if (self.links.size[header], header - 1) < (size, item):
            self.wrong = (
                f"item {item} was chosen with {size} options, and item {header - 1} has {self.links.size[header]}"
            )
