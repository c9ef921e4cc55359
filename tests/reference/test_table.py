"""The exact-cover table: sizes, a worked example, and the meaning of items."""

from itertools import permutations

import pytest

from crosscover.reference import CELL_FIRST, CELL_LAST, CoverTable, Family, Grid, Shape


def item_name(table: CoverTable, item: int) -> str:
    """An item in words: `r4c5 is filled`, `box 5 has 7`."""
    start, within = divmod(item, table.shape.cells)
    house, digit = divmod(within, table.shape.side)
    family = table.order[start]
    if family is Family.CELL:
        return f"{table.shape.cell_name((within - table.cell_shift) % table.shape.cells)} is filled"
    return f"{family.value} {house + 1} has {digit + 1}"


@pytest.mark.parametrize(
    ("order", "shift", "items"),
    [
        (CELL_FIRST, 0, [32, 81 + 34, 162 + 43, 243 + 43]),
        (CELL_LAST, 0, [34, 81 + 43, 162 + 43, 243 + 32]),
        (CELL_LAST, 1, [34, 81 + 43, 162 + 43, 243 + 33]),
    ],
)
def test_digit_7_in_row_4_column_5(order: tuple[Family, ...], shift: int, items: list[int]) -> None:
    """The items of digit 7 in r4c5, counted from 1, in the three orders of known programs."""
    table = CoverTable(order=order, cell_shift=shift)
    assert [item + 1 for item in table.options[table.option(Shape().cell(3, 4), 7)]] == items


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 3)], ids=str)
@pytest.mark.parametrize("shift", [0, 1])
def test_an_item_means_what_its_name_says(shape: Shape, shift: int) -> None:
    """The options of an item are the candidates in its name, in every order of the families."""
    cells = {shape.cell_name(cell): cell for cell in range(shape.cells)}
    for order in [*permutations(Family)][:: shape.side // 2]:
        table = CoverTable(shape, order, shift)
        for item, options in enumerate(table.covering):
            match item_name(table, item).split():
                case [cell, "is", "filled"]:
                    expected = {table.option(cells[cell], digit + 1) for digit in range(shape.side)}
                case [kind, number, "has", digit]:
                    house = shape.houses[("row", "column", "box").index(kind) * shape.side + int(number) - 1]
                    expected = {table.option(cell, int(digit)) for cell in house}
                case words:
                    pytest.fail(f"{words} names no item")
            assert set(options) == expected


def test_the_table_of_a_grid_gives_the_grid_again() -> None:
    """The options of the clues give the same grid."""
    puzzle = Grid.parse("1.3.34....4..3.1", Shape(2, 2))
    table = CoverTable(puzzle.shape)
    assert table.grid(table.given(puzzle)) == puzzle


def test_an_order_needs_each_family_once() -> None:
    """An order that repeats a family is refused."""
    with pytest.raises(ValueError, match="each family once"):
        CoverTable(order=(Family.ROW, Family.ROW, Family.COLUMN, Family.BOX))
