"""Properties of the exact-cover table and its encodings, which must contain the rules and nothing else.

The tests compare them with items derived from the houses of the shape, not with the table's arithmetic.
"""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import chain, combinations, permutations, product

from hypothesis import strategies as st

from crosscover.harness.engine_harness import EngineHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.property import Features
from crosscover.oracles.cnf import ENCODINGS, Clause, Cnf, cnf
from crosscover.oracles.cpsat import exactly_one_model
from crosscover.oracles.rules import clashes
from crosscover.reference import CELL_FIRST, CoverTable, Family, Grid, Shape

from .corpus import SMALL_SHAPE, small_grids
from .registry import property_of
from .test_engine import is_engine

PLAIN, DIAGONAL = Shape(), Shape(3, 3, diagonals=True)
SHAPES = (*map(Shape.parse, ("2x2", "2x2+x", "2x3", "2x3+x", "3x2", "2x4", "3x3", "3x3+x", "4x4", "4x4+x", "5x5")),)
ORDERS = tuple(permutations(Family))


def needs_table(run: Features) -> bool:
    """Whether the subject is an engine for 3x3 boxes: the table is tested once, in several shapes."""
    return is_engine(run) and run.options.shape == PLAIN


property_of_table = partial(property_of, needs_table, calls_engine=True)
"""Registers a property of the table."""


@property_of_table()
def test_size_of_the_table(harness: EngineHarness) -> None:
    """There are 324 items and 729 options, 4 items per option and 9 options per item: 2,916 pairs.

    The diagonals add 18 items and 162 pairs: 144 options have 5 items, and the 9 options of the centre have 6.
    """
    for shape, items, of_options in ((PLAIN, 324, {4: 729}), (DIAGONAL, 342, {4: 576, 5: 144, 6: 9})):
        table = CoverTable(shape)
        sizes = {
            "items": (table.items, items),
            "options": (len(table.options), 729),
            "options per number of items": (Counter(len(set(met)) for met in table.options), of_options),
            "options per item": ({len(set(options)) for options in table.covering}, {9}),
            "pairs": (sum(map(len, table.options)), 9 * items),
        }
        for name, (found, expected) in sizes.items():
            harness.count(1, "numbers")
            if found != expected:
                raise PropertyViolatedError(f"{shape}: the number of {name} is {found}; expected {expected}")


@property_of_table()
def test_worked_example(harness: EngineHarness) -> None:
    """Digit 7 in row 4, column 5 meets items 32, 81 + 34, 162 + 43 and 243 + 43, counted from 1."""
    table = CoverTable(order=CELL_FIRST)
    option = table.option(Shape().cell(3, 4), 7)
    harness.count(1, "options")
    items = [item + 1 for item in table.options[option]]
    if items != [32, 81 + 34, 162 + 43, 243 + 43]:
        raise PropertyViolatedError(f"digit 7 in r4c5 meets {items}")


@property_of_table(examples=2)
def test_items_are_the_rules(harness: EngineHarness) -> None:
    """In every shape, order and shift, the items are exactly these: each cell is filled, each house has each digit."""

    def the_rules(drawn: tuple[Shape, tuple[Family, ...], int]) -> None:
        shape, order, shift = drawn
        table = CoverTable(shape, order, shift)
        where = f"{shape}, families {', '.join(family.value for family in order)}, shift {shift}"
        harness.count(table.items, "items")
        if sorted(table.covering) != sorted(the_items(shape)):
            raise PropertyViolatedError(f"the items differ from the items of the houses, in {where}")
        if any(len(set(items)) < len(items) for items in table.options):
            raise PropertyViolatedError(f"an option repeats an item, in {where}")

    drawn = st.tuples(st.sampled_from(SHAPES), st.sampled_from(ORDERS), st.integers(0, 80))
    harness.for_each_example(drawn, the_rules)


@property_of_table()
def test_small_grids_cover_the_table(harness: EngineHarness) -> None:
    """Each of the 288 grids of 2x2 boxes covers each item once, and so does each of the 48 with valid diagonals.

    No two grids use the same options.
    """
    diagonals = Shape(2, 2, diagonals=True)
    with_diagonals = [Grid(grid.values, diagonals) for grid in small_grids()]
    with_diagonals = [grid for grid in with_diagonals if next(clashes(grid), None) is None]
    for shape, grids, number in ((SMALL_SHAPE, small_grids(), 288), (diagonals, with_diagonals, 48)):
        table = CoverTable(shape)
        seen: set[frozenset[int]] = set()
        for grid in grids:
            harness.count(1, "grids")
            options = table.given(grid)
            items = sorted(item for option in options for item in table.options[option])
            if items != list(range(table.items)):
                raise PropertyViolatedError("a correct grid does not cover each item once", grid)
            if table.grid(options) != grid:
                raise PropertyViolatedError("the options of a grid make another grid", grid)
            seen.add(frozenset(options))
        if len(seen) != number:
            raise PropertyViolatedError(f"{shape}: there are {len(seen)} different covers; expected {number}")


@property_of_table(examples=0.25)
def test_pairwise_clauses(harness: EngineHarness) -> None:
    """The pairwise formula requires exactly one option of each item, and nothing else."""

    def exactly_the_items(drawn: tuple[Shape, tuple[Family, ...]]) -> None:
        formula = cnf(CoverTable(*drawn))
        harness.count(len(formula.clauses), "clauses")
        items = the_items(drawn[0])
        positive = {tuple(option + 1 for option in item) for item in items}
        negative = {(-one - 1, -other - 1) for item in items for one, other in combinations(sorted(item), 2)}
        read = {tuple(sorted(clause, reverse=clause[0] < 0)) for clause in formula.clauses}
        if len(formula.clauses) != len(positive) + len(negative) or read != positive | negative:
            raise PropertyViolatedError(f"the clauses of {drawn} differ from the clauses of the items")

    shapes = st.sampled_from((SMALL_SHAPE, Shape(2, 2, diagonals=True), Shape(2, 3), PLAIN, DIAGONAL))
    harness.for_each_example(st.tuples(shapes, st.sampled_from(ORDERS)), exactly_the_items)


@property_of_table()
def test_clause_counts(harness: EngineHarness) -> None:
    """The pairwise formula of 3x3 boxes has 324 long and 10,206 binary clauses; 18 and 486 more with diagonals."""
    for shape, long, binary in ((PLAIN, 324, 10_206), (DIAGONAL, 342, 10_692)):
        lengths = [len(clause) for clause in cnf(CoverTable(shape)).clauses]
        harness.count(len(lengths), "clauses")
        counts = lengths.count(9), lengths.count(2), len(lengths)
        if counts != (long, binary, long + binary):
            raise PropertyViolatedError(f"{shape}: {counts[0]} long and {counts[1]} binary clauses of {counts[2]}")


@property_of_table()
def test_every_encoding(harness: EngineHarness) -> None:
    """In every encoding, each item allows any single option, but neither two options nor none."""
    for shape, encoding in product((PLAIN, DIAGONAL), ENCODINGS):
        formula = cnf(CoverTable(shape), encoding)
        harness.count(len(formula.clauses), "clauses")
        if sorted(formula.long) != sorted(tuple(option + 1 for option in item) for item in the_items(shape)):
            raise PropertyViolatedError(f"{shape}, {encoding}: the long clauses are not the items")
        for clauses in set(at_most_ones(formula)):
            if not is_at_most_one(len(formula.long[0]), clauses):
                raise PropertyViolatedError(f"{shape}, {encoding}: {sorted(clauses)} is not an at-most-one")


@property_of_table()
def test_exactly_ones_of_cp_sat(harness: EngineHarness) -> None:
    """The CP-SAT model, read back from its proto, is one exactly-one for each item over as many Booleans as options."""
    plain = [order for order in ORDERS if order[-1] is Family.DIAGONAL]  # the family is empty
    for shape, order in chain(product([PLAIN], plain), product([DIAGONAL], ORDERS[::20])):
        table = CoverTable(shape, order)
        proto = exactly_one_model(table).proto
        booleans = sum(list(variable.domain) == [0, 1] for variable in proto.variables)
        exactly_ones = [
            tuple(constraint.exactly_one.literals) for constraint in proto.constraints if constraint.has_exactly_one()
        ]
        others = len(proto.constraints) - len(exactly_ones)
        harness.count(len(exactly_ones), "constraints")
        if booleans != len(table.options) or others:
            raise PropertyViolatedError(f"{booleans} Booleans, and {others} constraints besides the exactly-ones")
        if sorted(tuple(sorted(literals)) for literals in exactly_ones) != sorted(the_items(shape)):
            raise PropertyViolatedError(f"{shape}: the exactly-ones are not the items")


def the_items(shape: Shape) -> list[tuple[int, ...]]:
    """Return the options of each item, from the houses: a digit in a cell is option `cell * side + digit - 1`."""
    digits = range(shape.side)
    filled = [tuple(cell * shape.side + digit for digit in digits) for cell in range(shape.cells)]
    placed = [tuple(cell * shape.side + digit for cell in house) for house in shape.houses for digit in digits]
    return filled + placed


def at_most_ones(formula: Cnf) -> list[frozenset[Clause]]:
    """Return the at-most-one clauses of each item, with variables renumbered from 1, options first.

    The auxiliaries are divided equally among the items, in item order. A clause belongs to each item that has all of
    its variables. Raises PropertyViolatedError for a clause without an item, and if a long clause is missing.
    """
    others = set(formula.clauses).difference(formula.long)
    if len(others) + len(formula.long) > len(set(formula.clauses)):
        raise PropertyViolatedError("a long clause is missing")
    share = (formula.variables - formula.options) // len(formula.long)
    names: list[dict[int, int]] = []
    items_of: dict[int, set[int]] = {variable: set() for variable in range(1, formula.variables + 1)}
    for item, options in enumerate(formula.long):
        first = formula.options + 1 + item * share
        variables = (*options, *range(first, first + share))
        names.append({variable: place for place, variable in enumerate(variables, 1)})
        for variable in variables:
            items_of[variable].add(item)
    found: list[set[Clause]] = [set() for _ in formula.long]
    for clause in others:
        items = set(range(len(names)))
        for literal in clause:
            items &= items_of[abs(literal)]
        if not items:
            raise PropertyViolatedError(f"the variables of the clause {clause} share no item")
        for item in items:
            found[item].add(tuple(names[item][abs(literal)] * (1 if literal > 0 else -1) for literal in clause))
    return [frozenset(clauses) for clauses in found]


def is_at_most_one(number: int, clauses: Iterable[Clause]) -> bool:
    """Return whether the clauses allow any single one of the first `number` variables, and none, but no two."""
    options = range(1, number + 1)
    allows = partial(_satisfiable, clauses)
    one_or_none = ([option if option == taken else -option for option in options] for taken in (0, *options))
    return all(map(allows, one_or_none)) and not any(map(allows, combinations(options, 2)))


def _satisfiable(clauses: Iterable[Clause], literals: Iterable[int]) -> bool:
    for literal in literals:
        clauses = [tuple(other for other in clause if other != -literal) for clause in clauses if literal not in clause]
    left = sorted(clauses, key=len)
    if not left:
        return True
    return any(_satisfiable(left, (literal,)) for literal in left[0])
