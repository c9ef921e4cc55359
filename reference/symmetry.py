"""The symmetries of Sudoku: transformations of a grid that preserve its number of solutions.

They rename digits, permute rows within a band, columns within a stack, bands, and stacks, and transpose the grid if
boxes are square. For 3x3 boxes they form a group of 9! * 6**8 * 2 = 1,218,998,108,160 elements, numbered from 0, the
identity.

In a diagonal Sudoku, a symmetry must also map the diagonals to the diagonals. So it permutes rows and columns alike, or
the columns in reverse, and lines that mirror each other stay mirrored: 9! * 96 elements for 3x3 boxes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod

from .grid import DIGITS, Grid
from .shape import Shape


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry: the original of each row and column of the image, and the new value of each digit.

    If it is `transposed`, the grid is transposed first, and `rows` and `columns` refer to the transposed grid. All
    count from 0; `digits[0]` is 0, since empty cells stay empty. docs/reference/isomorphs.md describes the text form
    and applies it.

    >>> turned = Symmetry((2, 3, 0, 1), (0, 1, 2, 3), (0, 2, 1, 3, 4), Shape(2, 2))
    >>> str(turned), str(turned(Grid.parse("12..34..........", Shape(2, 2))))
    ('r:3412:1234:2134', '........21..34..')
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    digits: tuple[int, ...]
    shape: Shape = Shape()
    transposed: bool = False

    @classmethod
    def identity(cls, shape: Shape = Shape()) -> "Symmetry":
        """Return the symmetry that changes nothing."""
        lines = tuple(range(shape.side))
        return cls(lines, lines, (*lines, shape.side), shape)

    def __str__(self) -> str:
        kind = "t" if self.transposed else "r"
        permutations = (self.rows, self.columns, [digit - 1 for digit in self.digits[1:]])
        return ":".join([kind, *("".join(DIGITS[number] for number in numbers) for numbers in permutations)])

    def __call__(self, grid: Grid) -> Grid:
        """Return the image of a grid."""
        table = bytes(self.digits).ljust(256, b"\0")
        return Grid(bytes(map(grid.values.translate(table).__getitem__, self.cells)), self.shape)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell that each cell of the image comes from."""
        lines = self.shape.columns if self.transposed else self.shape.rows
        return tuple(lines[row][column] for row in self.rows for column in self.columns)


@cache
def group_order(shape: Shape = Shape()) -> int:
    """Return the number of symmetries of a shape."""
    transposition = 2 if shape.box_rows == shape.box_columns else 1
    if shape.diagonals:
        return factorial(shape.side) * len(mirrored_orders(shape)) * 2 * transposition
    rows = factorial(len(shape.bands)) * prod(factorial(len(band)) for band in shape.bands)
    columns = factorial(len(shape.stacks)) * prod(factorial(len(stack)) for stack in shape.stacks)
    return factorial(shape.side) * rows * columns * transposition


def unrank(number: int, shape: Shape = Shape()) -> Symmetry:
    """Return the symmetry with a number from 0, the identity, to `group_order(shape)` - 1; all of them differ.

    The number is decoded in mixed radix: first the transposition, then the rows, the columns and the digits.
    """
    transposed = 0
    if shape.box_rows == shape.box_columns:
        number, transposed = divmod(number, 2)
    if shape.diagonals:
        number, is_reversed = divmod(number, 2)
        number, place = divmod(number, len(mirrored_orders(shape)))
        rows = columns = list(mirrored_orders(shape)[place])
        if is_reversed:
            columns = [shape.side - 1 - line for line in rows]
    else:
        number, rows = _unrank_lines(number, shape.bands)
        number, columns = _unrank_lines(number, shape.stacks)
    _, digits = _unrank_permutation(number, range(1, shape.side + 1))
    return Symmetry(tuple(rows), tuple(columns), (0, *digits), shape, transposed == 1)


@cache
def mirrored_orders(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Return the orders of lines that keep bands, stacks and pairs of opposite lines together, the identity first.

    Applied to rows and columns alike, each maps both diagonals to themselves. There are 4 orders for 2x2 boxes, 24 for
    3x3 and 4,608 for 4x4; the search places one pair of opposite lines after the other.
    """
    side = shape.side
    strips = [
        {line: number for number, strip in enumerate(kind) for line in strip} for kind in (shape.bands, shape.stacks)
    ]
    orders: list[dict[int, int]] = [{}]
    for line in range((side + 1) // 2):
        opposite = side - 1 - line
        longer = [
            {**order, line: image, opposite: side - 1 - image}
            for order in orders
            for image in range(side)
            if image not in order.values() and (image == side - 1 - image) == (line == opposite)
        ]
        orders = [order for order in longer if all(_keeps_together(strip, order) for strip in strips)]
    return tuple(tuple(order[line] for line in range(side)) for order in orders)


def _keeps_together(strip_of: Mapping[int, int], order: Mapping[int, int]) -> bool:
    """Return whether lines share a strip exactly if their images do."""
    pairs = {(strip_of[line], strip_of[image]) for line, image in order.items()}
    return len(pairs) == len({strip for strip, _ in pairs}) == len({strip for _, strip in pairs})


def _unrank_lines(number: int, strips: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    """Decode an order of the lines that keeps strips together; return the rest of the number, and the lines."""
    permuted: list[list[int]] = []
    for strip in strips:
        number, lines = _unrank_permutation(number, strip)
        permuted.append(lines)
    number, arranged = _unrank_permutation(number, range(len(strips)))
    return number, [line for strip in arranged for line in permuted[strip]]


def _unrank_permutation(number: int, things: Sequence[int]) -> tuple[int, list[int]]:
    """Decode a permutation from its Lehmer code; return the rest of the number, and the permuted things."""
    left = list(things)
    permuted: list[int] = []
    for radix in range(len(left), 0, -1):
        number, place = divmod(number, radix)
        permuted.append(left.pop(place))
    return number, permuted
