"""Proofs that items follow from other items, as exact sums.

An item is an equation: exactly one of its candidates is true. As a row of zeros and ones over the candidates, an item
that is an integer combination of other items with coefficients that sum to 1 is redundant. Two facts follow, which
matter for mutants of solvers:

- Each single item follows from all the others. The sum of the cell items of a house equals the sum of its digit
  items, and each term can be moved to the other side.
- "Each cell has one digit, and no digit is repeated in a house" implies all items. In the same sum a digit's item is
  the cells of the house minus the other digits: at least side - (side - 1) = 1.
"""

from collections import Counter
from collections.abc import Mapping

from crosscover.reference.table import CoverTable, Family
from tests.reference.items import item_name

Combination = Mapping[int, int]
"""The nonzero coefficients of items."""


def combination(table: CoverTable, item: int) -> Combination:
    """A combination of other items that equals the item."""
    for cells, digits in _houses(table):
        for one, other in ((cells, digits), (digits, cells)):
            if item in one:
                return {**dict.fromkeys(other, 1), **{rest: -1 for rest in one if rest != item}}
    raise ValueError(f"there is no item {item}; there are {table.items}")


def rules_combination(table: CoverTable, item: int) -> Combination:
    """Like `combination`, for an item of a house, with only cells and other digits of that house."""
    for cells, digits in _houses(table):
        if item in digits:
            return {**dict.fromkeys(cells, 1), **{rest: -1 for rest in digits if rest != item}}
    raise ValueError(f"{item_name(table, item)!r} is no item of a house")


def check(table: CoverTable, item: int, sum_of: Combination) -> None:
    """Check a combination for an item; raises ValueError if it is wrong.

    Even if only "at most one" is known for the items with negative coefficients, it proves "at least one" for the item.
    """
    if item in sum_of:
        raise ValueError(f"item {item} is used to show itself")
    if sum(sum_of.values()) != 1:
        raise ValueError(f"the coefficients sum to {sum(sum_of.values())}, not 1")
    total = Counter[int]()
    for other, coefficient in sum_of.items():
        for option in table.covering[other]:
            total[option] += coefficient
    wanted = dict.fromkeys(table.covering[item], 1)
    for option in range(table.shape.options):
        if total[option] != wanted.get(option, 0):
            raise ValueError(f"option {option} comes {total[option]} times, not {wanted.get(option, 0)}")


def _houses(table: CoverTable) -> list[tuple[list[int], list[int]]]:
    """The items of the cells and of the digits of each house."""
    shape = table.shape
    cell_place = table.order.index(Family.CELL)
    houses: list[tuple[list[int], list[int]]] = []
    for number, house in enumerate(shape.houses):
        place = table.order.index((Family.ROW, Family.COLUMN, Family.BOX)[number // shape.side])
        cells = [table.options[table.option(cell, 1)][cell_place] for cell in house]
        digits = [table.options[table.option(house[0], digit)][place] for digit in range(1, shape.side + 1)]
        houses.append((cells, digits))
    return houses
