"""The geometry of every supported shape."""

import pytest

from crosscover.reference import Shape

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(3, 3), Shape(4, 4), Shape(5, 5)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_each_cell_is_in_one_house_of_each_kind(shape: Shape) -> None:
    """Rows, columns and boxes each partition the cells."""
    for houses in (shape.rows, shape.columns, shape.boxes):
        assert sorted(cell for house in houses for cell in house) == list(range(shape.cells))
        assert {len(house) for house in houses} == {shape.side}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_box_is_where_its_band_meets_its_stack(shape: Shape) -> None:
    """Every box is the intersection of a band and a stack."""
    boxes = [
        tuple(shape.cell(row, column) for row in band for column in stack)
        for band in shape.bands
        for stack in shape.stacks
    ]
    assert list(shape.boxes) == boxes


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_houses_of_a_cell(shape: Shape) -> None:
    """`row`, `column` and `box` return the houses of a cell."""
    for locate, houses in ((shape.row, shape.rows), (shape.column, shape.columns), (shape.box, shape.boxes)):
        assert [{locate(cell) for cell in house} for house in houses] == [{number} for number in range(shape.side)]


def test_the_ninth_cell_of_a_box_of_two_by_three() -> None:
    """In a 2x3 Sudoku r3c4 is the first cell of box 4, since two boxes are side by side."""
    shape = Shape(2, 3)
    cell = shape.cell(2, 3)
    assert (shape.cell_name(cell), shape.box(cell), shape.boxes[3][0]) == ("r3c4", 3, cell)


def test_houses_are_named_from_one() -> None:
    """Names of houses count from 1."""
    shape = Shape()
    assert [shape.house_name(house) for house in (0, 8, 9, 17, 18, 26)] == [
        "row 1", "row 9", "column 1", "column 9", "box 1", "box 9",
    ]  # fmt: skip


def test_a_box_has_cells() -> None:
    """A shape without cells is refused."""
    with pytest.raises(ValueError, match="at least one row and one column, not 0x3"):
        Shape(0, 3)
