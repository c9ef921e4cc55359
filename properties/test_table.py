"""Properties of the exact-cover table, derived from the houses of the shape and not from the table's arithmetic."""

from itertools import permutations

from hypothesis import strategies as st

from crosscover.harness.applies import Requires, applies_to, nine_by_nine
from crosscover.harness.harness import Harness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.reference import CELL_FIRST, CoverTable, Family, Shape

from .corpus import SMALL_SHAPE, small_grids

SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(3, 3), Shape(4, 4), Shape(5, 5))


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_size_of_the_table(harness: Harness) -> None:
    """There are 324 items and 729 options, 4 items per option and 9 options per item: 2,916 pairs."""
    table = CoverTable()
    sizes = {
        "items": (table.items, 324),
        "options": (len(table.options), 729),
        "items per option": ({len(set(items)) for items in table.options}, {4}),
        "options per item": ({len(set(options)) for options in table.covering}, {9}),
        "pairs": (sum(map(len, table.options)), 2916),
    }
    for name, (found, expected) in sizes.items():
        harness.count(1, "numbers")
        if found != expected:
            raise PropertyViolatedError(f"the number of {name} is {found}; expected {expected}")


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_worked_example(harness: Harness) -> None:
    """Digit 7 in row 4, column 5 meets items 32, 81 + 34, 162 + 43 and 243 + 43, counted from 1."""
    table = CoverTable(order=CELL_FIRST)
    option = table.option(Shape().cell(3, 4), 7)
    harness.count(1, "options")
    items = [item + 1 for item in table.options[option]]
    if items != [32, 81 + 34, 162 + 43, 243 + 43]:
        raise PropertyViolatedError(f"digit 7 in r4c5 meets {items}")


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_items_are_the_rules(harness: Harness) -> None:
    """In every shape, order and shift, the items are exactly these: each cell is filled, each house has each digit."""

    def the_rules(drawn: tuple[Shape, tuple[Family, ...], int]) -> None:
        shape, order, shift = drawn
        table = CoverTable(shape, order, shift)
        where = f"{shape}, families {', '.join(family.value for family in order)}, shift {shift}"
        harness.count(table.items, "items")
        if sorted(table.covering) != sorted(the_items(shape)):
            raise PropertyViolatedError(f"the items are not those of the houses, in {where}")
        if any(len(set(items)) < len(items) for items in table.options):
            raise PropertyViolatedError(f"an option repeats an item, in {where}")

    orders = st.sampled_from(tuple(permutations(Family)))
    harness.for_each_example(st.tuples(st.sampled_from(SHAPES), orders, st.integers(0, 80)), the_rules, example_ratio=2)


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_small_grids_cover_the_table(harness: Harness) -> None:
    """Each of the 288 grids of 2x2 boxes covers each item once, and no two of them with the same options."""
    table = CoverTable(SMALL_SHAPE)
    seen: set[frozenset[int]] = set()
    for grid in small_grids():
        harness.count(1, "grids")
        options = table.given(grid)
        items = sorted(item for option in options for item in table.options[option])
        if items != list(range(table.items)):
            raise PropertyViolatedError("a correct grid does not cover each item once", grid)
        if table.grid(options) != grid:
            raise PropertyViolatedError("the options of a grid make another grid", grid)
        seen.add(frozenset(options))
    if len(seen) != 288:
        raise PropertyViolatedError(f"there are {len(seen)} different covers; expected 288")


def the_items(shape: Shape) -> list[tuple[int, ...]]:
    """The options of each item, from the houses: a digit in a cell is option `cell * side + digit - 1`."""
    digits = range(shape.side)
    filled = [tuple(cell * shape.side + digit for digit in digits) for cell in range(shape.cells)]
    placed = [tuple(cell * shape.side + digit for cell in house) for house in shape.houses for digit in digits]
    return filled + placed
