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
        table = bytes(self.digits).ljust(256, b"\0")
        return Grid(bytes(itemgetter(*self.cells)(grid.values.translate(table))), self.shape)


@cache
def group_order(shape: Shape = Shape()) -> int:
    """The number of symmetries of a shape."""
    rows = factorial(len(shape.bands)) * prod(factorial(len(band)) for band in shape.bands)
    columns = factorial(len(shape.stacks)) * prod(factorial(len(stack)) for stack in shape.stacks)
    transposition = 2 if shape.box_rows == shape.box_columns else 1
    return factorial(shape.side) * rows * columns * transposition


def unrank(number: int, shape: Shape = Shape()) -> Symmetry:
    """The symmetry of a number from 0, the identity, to `group_order(shape)` - 1; each number another one.

    The number is read in mixed radix: the transposition, the rows, the columns, then the digits take their part of it.
    """
    transposed = 0
    if shape.box_rows == shape.box_columns:
        number, transposed = divmod(number, 2)
    number, rows = _unrank_lines(number, shape.bands)
    number, columns = _unrank_lines(number, shape.stacks)
    _, digits = _unrank_permutation(number, range(1, shape.side + 1))
    cells = tuple(
        shape.cell(column, row) if transposed else shape.cell(row, column) for row in rows for column in columns
    )
    return Symmetry(cells, (0, *digits), shape)


def _unrank_lines(number: int, strips: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    """Take an order of the lines off a number, each strip kept together: what is left of it, and the lines."""
    permuted: list[list[int]] = []
    for strip in strips:
        number, lines = _unrank_permutation(number, strip)
        permuted.append(lines)
    number, arranged = _unrank_permutation(number, range(len(strips)))
    return number, [line for strip in arranged for line in permuted[strip]]


def _unrank_permutation(number: int, things: Sequence[int]) -> tuple[int, list[int]]:
    """Take a permutation off a number by its Lehmer code: what is left of the number, and the things permuted."""
    left = list(things)
    permuted: list[int] = []
    for radix in range(len(left), 0, -1):
        number, place = divmod(number, radix)
        permuted.append(left.pop(place))
    return number, permuted
