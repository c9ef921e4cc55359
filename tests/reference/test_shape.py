"""The geometry of every supported shape."""

from copy import copy

import pytest

from crosscover.reference import Shape

SHAPES = [
    Shape(2, 2),
    Shape(2, 2, diagonals=True),
    Shape(2, 3),
    Shape(3, 2),
    Shape(2, 4),
    Shape(3, 3),
    Shape(3, 3, diagonals=True),
    Shape(4, 4),
    Shape(5, 5),
]


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


DIAGONALS = [Shape(2, 2, diagonals=True), Shape(2, 3, diagonals=True), Shape(3, 3, diagonals=True)]


@pytest.mark.parametrize("shape", DIAGONALS, ids=str)
def test_the_diagonals_are_the_last_two_houses(shape: Shape) -> None:
    """Diagonal 1 runs from r1c1 to the last cell, diagonal 2 from the last column of row 1 to the first cell below."""
    first, second = shape.houses[3 * shape.side :]
    assert [shape.cell_name(cell) for cell in first] == [f"r{line}c{line}" for line in range(1, shape.side + 1)]
    assert [shape.cell_name(cell) for cell in second] == [
        f"r{line}c{shape.side + 1 - line}" for line in range(1, shape.side + 1)
    ]
    assert [shape.house_name(3 * shape.side + number) for number in range(2)] == ["diagonal 1", "diagonal 2"]


@pytest.mark.parametrize("shape", DIAGONALS, ids=str)
def test_a_diagonal_shape_is_read_from_its_name(shape: Shape) -> None:
    """The name of a diagonal shape ends with `+x`, and copying keeps the diagonals."""
    assert str(shape) == f"{shape.plain}+x"
    assert Shape.parse(str(shape)) == copy(shape) == shape != shape.plain


def test_the_houses_of_the_centre() -> None:
    """The centre of a diagonal Sudoku is in five houses, a corner in four, and r1c2 in three."""
    shape = Shape(3, 3, diagonals=True)
    names = [[shape.house_name(house) for house in shape.houses_of_cells[cell]] for cell in (40, 8, 1)]
    assert names == [
        ["row 5", "column 5", "box 5", "diagonal 1", "diagonal 2"],
        ["row 1", "column 9", "box 3", "diagonal 2"],
        ["row 1", "column 2", "box 1"],
    ]


def test_a_box_has_cells() -> None:
    """A shape without cells is refused."""
    with pytest.raises(ValueError, match="at least one row and one column, not 0x3"):
        Shape(0, 3)


@pytest.mark.parametrize("boxes", ["3x6", "1x3", "16x1"])
def test_sizes_of_diagonal_sudoku(boxes: str) -> None:
    """The diagonals of shapes with more than 16 digits, or with boxes of one line, are refused."""
    with pytest.raises(ValueError, match=f"at most 16 digits and boxes from 2x2, not for {boxes} boxes"):
        Shape.parse(f"{boxes}+x")
