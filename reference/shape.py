"""The geometry of a Sudoku: which cells form a row, a column, a box, a band.

Everything here follows from the height and width of a box, and from whether the diagonals are houses, too. No other
module divides a cell number by nine. Cells, rows, columns and boxes count from 0 in code and from 1 in names.
"""

import re
from dataclasses import dataclass
from functools import cache

MAX_SIDE = 35
"""Largest side of a grid in text: digits are 1 to 9, then A to Z."""

MAX_DIAGONAL_SIDE = 16
"""Largest side of a diagonal Sudoku: searches for a solved grid may take hours for larger ones."""


def expect_type(value: object, expected: type, what: str) -> None:
    """Raise TypeError unless a value has the expected type; `what` describes the expected value in the message.

    >>> expect_type(5, str, "the text of a grid")
    Traceback (most recent call last):
    TypeError: expected the text of a grid, not an object of type int
    """
    if not isinstance(value, expected):
        raise TypeError(f"expected {what}, not an object of type {type(value).__name__}")


@dataclass(frozen=True, slots=True)
class Shape:
    """A Sudoku whose boxes are `box_rows` high and `box_columns` wide; it has `side` digits and `side` cells per house.

    In a diagonal Sudoku, also called X-Sudoku, each main diagonal is a house, too. Cells are numbered row by row.
    Raises ValueError for a box without cells, and for a diagonal Sudoku with boxes of one line or more than 16 cells.

    >>> Shape(2, 3).side, Shape().cells, len(Shape(3, 3, diagonals=True).houses)
    (6, 81, 29)
    """

    box_rows: int = 3
    box_columns: int = 3
    diagonals: bool = False

    def __post_init__(self) -> None:
        for size in (self.box_rows, self.box_columns):
            expect_type(size, int, "the rows and columns of a box")
        if self.box_rows < 1 or self.box_columns < 1:
            raise ValueError(f"a box needs at least one row and one column, not {self.box_rows}x{self.box_columns}")
        expect_type(self.diagonals, bool, "True or False for diagonals")
        if self.diagonals and (self.side > MAX_DIAGONAL_SIDE or 1 in (self.box_rows, self.box_columns)):
            most = f"at most {MAX_DIAGONAL_SIDE} digits and boxes from 2x2"
            raise ValueError(f"diagonal Sudoku is for {most}, not for {self.plain} boxes")

    def __reduce__(self) -> tuple[type["Shape"], tuple[int, int, bool]]:
        fields = self.box_rows, self.box_columns, self.diagonals
        return Shape, fields  # a third of the cost of pickling fields by name

    @classmethod
    def parse(cls, text: str) -> "Shape":
        """Read the rows and columns of a box such as `2x3`, followed by `+x` for a diagonal Sudoku.

        Raises ValueError unless a box has 2 to 35 cells.
        """
        found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})(\+x)?", text)
        if found is None:
            raise ValueError(f"expected the rows and columns of a box such as 3x3, or 3x3+x, not {text!r}")
        if not 2 <= int(found[1]) * int(found[2]) <= MAX_SIDE:
            raise ValueError(f"expected a box of 2 to {MAX_SIDE} cells, not {text!r}")
        return cls(int(found[1]), int(found[2]), found[3] is not None)

    def __str__(self) -> str:
        return f"{self.box_rows}x{self.box_columns}{'+x' if self.diagonals else ''}"

    @property
    def plain(self) -> "Shape":
        """The shape without its diagonals."""
        return Shape(self.box_rows, self.box_columns)

    @property
    def side(self) -> int:
        """The number of digits, and of cells in a house."""
        return self.box_rows * self.box_columns

    @property
    def cells(self) -> int:
        """The number of cells."""
        side = self.box_rows * self.box_columns
        return side * side

    @property
    def options(self) -> int:
        """The number of candidates: pairs of a cell and a digit."""
        return self.cells * self.side

    def cell(self, row: int, column: int) -> int:
        """Return the cell in a row and a column."""
        return row * self.side + column

    def row(self, cell: int) -> int:
        """Return the row that contains a cell."""
        return cell // self.side

    def column(self, cell: int) -> int:
        """Return the column that contains a cell."""
        return cell % self.side

    def box(self, cell: int) -> int:
        """Return the box that contains a cell; boxes are numbered row by row."""
        return self.row(cell) // self.box_rows * self.box_rows + self.column(cell) // self.box_columns

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row."""
        return self.houses[: self.side]

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column."""
        return self.houses[self.side : 2 * self.side]

    @property
    def boxes(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each box."""
        return self.houses[2 * self.side : 3 * self.side]

    @property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, then of each column, each box and each diagonal: 27 or 29 houses for 3x3 boxes."""
        return _houses(self)

    @property
    def houses_of_cells(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the houses that contain each cell."""
        return _houses_of_cells(self)

    @property
    def bands(self) -> tuple[tuple[int, ...], ...]:
        """The rows of each band, a horizontal strip of boxes."""
        return tuple(tuple(range(start, start + self.box_rows)) for start in range(0, self.side, self.box_rows))

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """The columns of each stack, a vertical strip of boxes."""
        return tuple(tuple(range(start, start + self.box_columns)) for start in range(0, self.side, self.box_columns))

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell, such as `r4c5` for row 4, column 5."""
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    def house_name(self, house: int) -> str:
        """Return the name of a house in the order of `houses`: `row 1`, `column 9`, `box 5`, `diagonal 1` from r1c1."""
        return f"{('row', 'column', 'box', 'diagonal')[house // self.side]} {house % self.side + 1}"


@cache
def _houses(shape: Shape) -> tuple[tuple[int, ...], ...]:
    houses: list[list[int]] = [[] for _ in range(3 * shape.side)]
    for cell in range(shape.cells):
        for kind, house in enumerate((shape.row(cell), shape.column(cell), shape.box(cell))):
            houses[kind * shape.side + house].append(cell)
    if shape.diagonals:
        last = shape.side - 1
        houses.append([shape.cell(line, line) for line in range(shape.side)])
        houses.append([shape.cell(line, last - line) for line in range(shape.side)])
    return tuple(map(tuple, houses))


@cache
def _houses_of_cells(shape: Shape) -> tuple[tuple[int, ...], ...]:
    houses = list(enumerate(shape.houses))
    return tuple(tuple(number for number, house in houses if cell in house) for cell in range(shape.cells))
