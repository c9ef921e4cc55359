"""The symmetries of Sudoku: changes of a grid that keep the number of its solutions.

Digits may be renamed, rows permuted within their band, bands permuted, the same for columns and stacks, and rows and
columns exchanged if boxes are square. For 3x3 boxes that is a group of 9! * 6**8 * 2 = 1,218,998,108,160
elements, numbered from 0, the identity.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod

from .grid import DIGITS, Grid
from .shape import Shape


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry: the original of each row and column of the image, and the new value of each digit.

    If it is `transposed`, rows and columns of the grid are exchanged first, and `rows` and `columns` are those of the
    transposed grid. All count from 0; `digits[0]` is 0, since an empty cell stays empty. docs/reference/isomorphs.md
    describes the text form.

    >>> turned = Symmetry.parse("r:3412:1234:2134", Shape(2, 2))
    >>> str(turned(Grid.parse("12..34..........", Shape(2, 2))))
    '........21..34..'
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    digits: tuple[int, ...]
    shape: Shape = Shape()
    transposed: bool = False

    @classmethod
    def identity(cls, shape: Shape = Shape()) -> "Symmetry":
        """The symmetry that changes nothing."""
        lines = tuple(range(shape.side))
        return cls(lines, lines, (*lines, shape.side), shape)

    @classmethod
    def parse(cls, text: str, shape: Shape = Shape()) -> "Symmetry":
        """Read the text form; raises ValueError with the column of a mistake."""
        match = re.fullmatch("([rt]):([^:]*):([^:]*):([^:]*)", text)
        if match is None:
            raise ValueError(f"expected a symmetry such as {cls.identity(shape)}, not {text!r}")
        if match[1] == "t" and shape.box_rows != shape.box_columns:
            raise ValueError(f"column 1: rows and columns are exchanged only where boxes are square, not {shape}")
        rows, columns, digits = (_parse_permutation(match, number, shape.side) for number in (2, 3, 4))
        for name, lines, size, start in (
            ("rows", rows, shape.box_rows, match.start(2)),
            ("columns", columns, shape.box_columns, match.start(3)),
        ):
            for place, line in enumerate(lines):
                if line // size != lines[place - place % size] // size:
                    strip = "band" if name == "rows" else "stack"
                    raise ValueError(f"column {start + place + 1}: the {name} of a {strip} must stay together")
        return cls(rows, columns, (0, *(digit + 1 for digit in digits)), shape, match[1] == "t")

    def __str__(self) -> str:
        kind = "t" if self.transposed else "r"
        permutations = (self.rows, self.columns, [digit - 1 for digit in self.digits[1:]])
        return ":".join([kind, *("".join(DIGITS[number] for number in numbers) for numbers in permutations)])

    def __call__(self, grid: Grid) -> Grid:
        """The image of a grid."""
        table = bytes(self.digits).ljust(256, b"\0")
        return Grid(bytes(map(grid.values.translate(table).__getitem__, self.cells)), self.shape)

    def __matmul__(self, first: "Symmetry") -> "Symmetry":
        """The symmetry that does `first` and then this, as `f @ g` of functions: `(f @ g)(grid) == f(g(grid))`."""
        rows, columns = (first.columns, first.rows) if self.transposed else (first.rows, first.columns)
        return Symmetry(
            tuple(rows[row] for row in self.rows),
            tuple(columns[column] for column in self.columns),
            tuple(self.digits[digit] for digit in first.digits),
            self.shape,
            self.transposed != first.transposed,
        )

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell that each cell of the image comes from."""
        lines = self.shape.columns if self.transposed else self.shape.rows
        return tuple(lines[row][column] for row in self.rows for column in self.columns)

    def inverse(self) -> "Symmetry":
        """The symmetry that maps every image back to its original."""
        rows, columns = _invert(self.rows), _invert(self.columns)
        if self.transposed:
            rows, columns = columns, rows
        return Symmetry(rows, columns, _invert(self.digits), self.shape, self.transposed)


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
    return Symmetry(tuple(rows), tuple(columns), (0, *digits), shape, transposed == 1)


def _unrank_lines(number: int, strips: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    """Take an order of the lines, which keeps strips together, from a number: its rest, and the lines."""
    permuted: list[list[int]] = []
    for strip in strips:
        number, lines = _unrank_permutation(number, strip)
        permuted.append(lines)
    number, arranged = _unrank_permutation(number, range(len(strips)))
    return number, [line for strip in arranged for line in permuted[strip]]


def _unrank_permutation(number: int, things: Sequence[int]) -> tuple[int, list[int]]:
    """Take a permutation from a number by its Lehmer code: the rest of the number, and the permuted things."""
    left = list(things)
    permuted: list[int] = []
    for radix in range(len(left), 0, -1):
        number, place = divmod(number, radix)
        permuted.append(left.pop(place))
    return number, permuted


def _invert(permutation: Sequence[int]) -> tuple[int, ...]:
    """The place of each number of a permutation."""
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


def _parse_permutation(match: re.Match[str], group: int, side: int) -> tuple[int, ...]:
    """The numbers of a group of a match, from 0; raises ValueError unless each digit of a grid occurs once."""
    numbers = [DIGITS.find(character) for character in match[group]]
    for place, number in enumerate(numbers):
        if not 0 <= number < side or number in numbers[:place]:
            problem = f"expected each of {DIGITS[:side]} once, not {match[group][place]!r}"
            raise ValueError(f"column {match.start(group) + place + 1}: {problem}")
    if len(numbers) < side:
        raise ValueError(f"column {match.end(group) + 1}: expected each of {DIGITS[:side]} once")
    return tuple(numbers)
