"""Items that follow from other items, each with an exact sum that shows it.

An item is an equation: of its candidates, one is true. Written as a row of zeros and ones over the candidates, an item
that is an integer combination of other items with coefficients that sum to 1 says nothing new. Two facts follow so, and
matter to whoever breaks a solver on purpose:

- Each single item follows from all the others. The cells of a house have as many digits as the digits of the house have
  cells: the sum of the one kind is the sum of the other, and each of them can be moved to the other side.
- "Each cell has one digit, and no digit stands twice in a house" implies all items. In the same sum a digit's item is
  the cells of the house minus the other digits: at least side - (side - 1) = 1.
"""

from collections import Counter
from collections.abc import Mapping

from crosscover.reference.table import CoverTable, Family

Combination = Mapping[int, int]
"""A coefficient for each item that has one other than 0."""


def combination(table: CoverTable, item: int) -> Combination:
    """The other items whose sum, with these coefficients, is the item."""
    for cells, digits in _houses(table):
        for one, other in ((cells, digits), (digits, cells)):
            if item in one:
                return {**dict.fromkeys(other, 1), **{rest: -1 for rest in one if rest != item}}
    raise ValueError(f"there is no item {item}; there are {table.items}")


def rules_combination(table: CoverTable, item: int) -> Combination:
    """As `combination`, for an item of a house, from cells and other digits of that house only."""
    for cells, digits in _houses(table):
        if item in digits:
            return {**dict.fromkeys(cells, 1), **{rest: -1 for rest in digits if rest != item}}
    raise ValueError(f"{table.item_name(item)!r} is no item of a house")


def check(table: CoverTable, item: int, sum_of: Combination) -> None:
    """Accept a combination for an item by returning; raises ValueError.

    Where "at most one" is all that is known of the items with negative coefficients, it still shows "at least one".
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
    """For each house the items of its cells and the items of its digits."""
    shape = table.shape
    cell_place = table.order.index(Family.CELL)
    houses: list[tuple[list[int], list[int]]] = []
    for number, house in enumerate(shape.houses):
        place = table.order.index((Family.ROW, Family.COLUMN, Family.BOX)[number // shape.side])
        cells = [table.options[table.option(cell, 1)][cell_place] for cell in house]
        digits = [table.options[table.option(house[0], digit)][place] for digit in range(1, shape.side + 1)]
        houses.append((cells, digits))
    return houses
