"""The exact-cover table: sizes, a worked example, and the meaning of items."""

from itertools import permutations

import pytest

from crosscover.reference import CELL_FIRST, CELL_LAST, CoverTable, Family, Grid, Shape

DIAGONAL = Shape(3, 3, diagonals=True)


def item_name(table: CoverTable, item: int) -> str:
    """An item in words: `r4c5 is filled`, `box 5 has 7`, `diagonal 2 has 7`."""
    shape = table.shape
    for family in table.order:
        size = shape.cells
        if family is Family.DIAGONAL:
            size = 2 * shape.side if shape.diagonals else 0
        if item >= size:
            item -= size
        elif family is Family.CELL:
            return f"{shape.cell_name((item - table.cell_shift) % shape.cells)} is filled"
        else:
            return f"{family.value} {item // shape.side + 1} has {item % shape.side + 1}"
    return "no item"


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


def test_digit_7_in_the_centre_of_a_diagonal_sudoku() -> None:
    """The items of digit 7 in r5c5, counted from 1; the last two are those of the diagonals."""
    table = CoverTable(DIAGONAL)
    items = [item + 1 for item in table.options[table.option(Shape().cell(4, 4), 7)]]
    assert items == [41, 81 + 43, 162 + 43, 243 + 43, 324 + 7, 333 + 7]


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(2, 3, diagonals=True), Shape(3, 3), DIAGONAL], ids=str)
@pytest.mark.parametrize("shift", [0, 1])
def test_an_item_means_what_its_name_says(shape: Shape, shift: int) -> None:
    """The options of an item are the candidates in its name, in every order of the families."""
    cells = {shape.cell_name(cell): cell for cell in range(shape.cells)}
    houses = {shape.house_name(number): house for number, house in enumerate(shape.houses)}
    for order in [*permutations(Family)][:: 2 * shape.side]:
        table = CoverTable(shape, order, shift)
        for item, options in enumerate(table.covering):
            match item_name(table, item).split():
                case [cell, "is", "filled"]:
                    expected = {table.option(cells[cell], digit + 1) for digit in range(shape.side)}
                case [kind, number, "has", digit]:
                    expected = {table.option(cell, int(digit)) for cell in houses[f"{kind} {number}"]}
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
        CoverTable(order=(Family.ROW, Family.ROW, Family.COLUMN, Family.BOX, Family.DIAGONAL))
