"""The symmetries of Sudoku: what can be done to a grid without changing how many solutions it has.

Digits may be renamed, rows permuted within their band, bands permuted, the same for columns and stacks, and, where
boxes are square, rows and columns exchanged. For 3x3 boxes that is a group of 9! * 6**8 * 2 = 1,218,998,108,160
elements, which are numbered here from 0, the identity.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod
from operator import itemgetter

from crosscover.reference import Grid, Shape


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry: the cell that each cell of the image comes from, and the digit that each digit becomes.

    `digits[0]` is 0: an empty cell stays empty.

    >>> grid = Grid.parse("12..34..........", Shape(2, 2))
    >>> str(Symmetry((*range(4, 8), *range(4), *range(8, 16)), (0, 2, 1, 3, 4), Shape(2, 2))(grid))
    '34..21..........'
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    shape: Shape = Shape()

    def __call__(self, grid: Grid) -> Grid:
        """The image of a grid."""
        return Grid(bytes(itemgetter(*self.cells)(grid.values.translate(self._table()))), self.shape)

    def _table(self) -> bytes:
        return bytes(self.digits) + bytes(256 - len(self.digits))

    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        return Symmetry(_inverse(self.cells), _inverse(self.digits), self.shape)

    def after(self, first: "Symmetry") -> "Symmetry":
        """The symmetry that does `first` and then this one."""
        return Symmetry(
            tuple(first.cells[cell] for cell in self.cells),
            tuple(self.digits[digit] for digit in first.digits),
            self.shape,
        )


def identity(shape: Shape = Shape()) -> Symmetry:
    """The symmetry that changes nothing."""
    return Symmetry(tuple(range(shape.cells)), tuple(range(shape.side + 1)), shape)


@cache
def order(shape: Shape = Shape()) -> int:
    """The number of symmetries of a shape."""
    rows = factorial(len(shape.bands)) * prod(factorial(len(band)) for band in shape.bands)
    columns = factorial(len(shape.stacks)) * prod(factorial(len(stack)) for stack in shape.stacks)
    transposition = 2 if shape.box_rows == shape.box_columns else 1
    return factorial(shape.side) * rows * columns * transposition


def numbered(number: int, shape: Shape = Shape()) -> Symmetry:
    """The symmetry of a number from 0, the identity, to `order(shape)` - 1; each number another one."""
    transposed = 0
    if shape.box_rows == shape.box_columns:
        number, transposed = divmod(number, 2)
    number, rows = _lines(number, shape.bands)
    number, columns = _lines(number, shape.stacks)
    _, digits = _permutation(number, range(1, shape.side + 1))
    cells = tuple(
        shape.cell(column, row) if transposed else shape.cell(row, column) for row in rows for column in columns
    )
    return Symmetry(cells, (0, *digits), shape)


def _lines(number: int, strips: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    permuted: list[list[int]] = []
    for strip in strips:
        number, lines = _permutation(number, strip)
        permuted.append(lines)
    number, arranged = _permutation(number, range(len(strips)))
    return number, [line for strip in arranged for line in permuted[strip]]


def _permutation(number: int, things: Sequence[int]) -> tuple[int, list[int]]:
    """Take a permutation off a number in mixed radix: what is left of the number, and the things permuted."""
    left = list(things)
    permuted: list[int] = []
    for radix in range(len(left), 0, -1):
        number, place = divmod(number, radix)
        permuted.append(left.pop(place))
    return number, permuted


def _inverse(permutation: Sequence[int]) -> tuple[int, ...]:
    inverse = [0] * len(permutation)
    for place, thing in enumerate(permutation):
        inverse[thing] = place
    return tuple(inverse)
