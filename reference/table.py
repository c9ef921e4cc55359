"""The exact-cover table of a Sudoku: the constraints that each candidate meets.

A constraint is an *item*, a candidate an *option* (Knuth, The Art of Computer Programming 7.2.2.1; older texts call
them columns and rows of a matrix). A digit in a cell covers four items: the cell is filled, and its row, its column and
its box contain the digit. For 3x3 boxes there are 324 items, 729 options and 2,916 pairs of an option and its item. In
a diagonal Sudoku, a cell of a diagonal covers one more item for it, and the centre two: 342 items and 3,078 pairs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .grid import Grid
from .shape import Shape


class Family(Enum):
    """The kinds of item; only a diagonal Sudoku has items of the last kind."""

    CELL = "cell"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    DIAGONAL = "diagonal"


CELL_FIRST = (Family.CELL, Family.ROW, Family.COLUMN, Family.BOX, Family.DIAGONAL)
CELL_LAST = (Family.ROW, Family.COLUMN, Family.BOX, Family.DIAGONAL, Family.CELL)


@dataclass(frozen=True)
class CoverTable:
    """Items and options of a shape, numbered from 0; the item families come in the given order.

    Option `cell * side + digit - 1` puts the digit in the cell. Within a family, items are numbered by cell, or by
    house and digit; `cell_shift` rotates the cell items. Published programs differ in order and shift, and no answer
    may depend on either. Raises ValueError unless the order contains each family once.

    >>> table = CoverTable()
    >>> option = table.option(Shape().cell(3, 4), 7)
    >>> [item + 1 for item in table.options[option]]
    [32, 115, 205, 286]
    """

    shape: Shape = Shape()
    order: tuple[Family, ...] = CELL_FIRST
    cell_shift: int = 0

    def __post_init__(self) -> None:
        if len(self.order) != len(Family) or set(self.order) != set(Family):
            raise ValueError(f"the order of items needs each family once, not {self.order}")

    @property
    def items(self) -> int:
        """The number of items."""
        return sum(map(self._size, self.order))

    @cached_property
    def options(self) -> tuple[tuple[int, ...], ...]:
        """The items of each option, family by family."""
        cells = map(self._items_of_digits, range(self.shape.cells))
        return tuple(option for items in cells for option in zip(*items, strict=True))

    @cached_property
    def covering(self) -> tuple[tuple[int, ...], ...]:
        """The options of each item, in rising order."""
        options: list[list[int]] = [[] for _ in range(self.items)]
        for option, items in enumerate(self.options):
            for item in items:
                options[item].append(option)
        return tuple(map(tuple, options))

    def option(self, cell: int, digit: int) -> int:
        """Return the option that puts a digit in a cell."""
        return cell * self.shape.side + digit - 1

    def given(self, puzzle: Grid) -> list[int]:
        """Return the options of a puzzle's clues."""
        before_first = range(-1, self.shape.options - 1, self.shape.side)
        return [start + digit for start, digit in zip(before_first, puzzle.values, strict=True) if digit]

    def grid(self, options: Iterable[int]) -> Grid:
        """Return the grid that the options fill; if two options share a cell, the later one counts."""
        side, values = self.shape.side, bytearray(self.shape.cells)
        for option in options:
            values[option // side] = option % side + 1
        return Grid(bytes(values), self.shape)

    def _size(self, family: Family) -> int:
        """Return the number of items of a family."""
        if family is Family.DIAGONAL:
            return 2 * self.shape.side if self.shape.diagonals else 0
        return self.shape.cells

    def _items_of_digits(self, cell: int) -> Iterator[Sequence[int]]:
        """Yield the items that the digits of a cell cover, one for each digit: in the cell, its row, and so on."""
        shape, side, start = self.shape, self.shape.side, 0
        row, column = shape.row(cell), shape.column(cell)
        on_diagonals = row == column, row + column == side - 1
        houses = {
            Family.ROW: [row],
            Family.COLUMN: [column],
            Family.BOX: [shape.box(cell)],
            Family.DIAGONAL: [house for house in range(2) if shape.diagonals and on_diagonals[house]],
        }
        for family in self.order:
            if family is Family.CELL:
                yield [start + (cell + self.cell_shift) % shape.cells] * side
            else:
                yield from (range(start + house * side, start + (house + 1) * side) for house in houses[family])
            start += self._size(family)
