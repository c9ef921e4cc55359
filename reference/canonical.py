"""Canonical forms: two puzzles are the same up to symmetry if and only if their canonical forms are equal.

The canonical form is the least image as text, an empty cell before any digit. With it come a symmetry that leads to it,
by which anybody can check it, and the number of automorphisms: the symmetries that map the puzzle to itself. That the
form is the least rests on `least_image`. docs/reference/isomorphs.md has more.
"""

from collections.abc import Callable
from functools import cache
from math import factorial
from typing import Self, cast

from . import least_image
from .compiled import compiled_build, is_wanted
from .grid import Grid
from .shape import Shape, expect_type
from .symmetry import Symmetry, group_order

MOST_CELL_SYMMETRIES = 3_359_232
"""Maximum number of permutations of cells that a shape may have: that of 3x3 boxes."""


class CanonicalForm(tuple[Grid, Symmetry]):
    """The canonical form of a puzzle and a symmetry that takes the puzzle there: `grid, symmetry = canonical(puzzle)`.

    `automorphisms` is the number of symmetries, of cells and digits together, that map the puzzle to itself; so
    `group_order(shape) // automorphisms` puzzles have this canonical form.
    """

    automorphisms: int

    def __new__(cls, grid: Grid, symmetry: Symmetry, automorphisms: int) -> Self:
        """Make a pair that also has the number of automorphisms."""
        form = super().__new__(cls, (grid, symmetry))
        form.automorphisms = automorphisms
        return form

    def __getnewargs__(self) -> tuple[Grid, Symmetry, int]:
        return self.grid, self.symmetry, self.automorphisms

    def __repr__(self) -> str:
        return f"CanonicalForm({self.grid!r}, {self.symmetry!r}, automorphisms={self.automorphisms})"

    @property
    def grid(self) -> Grid:
        """The canonical form."""
        return self[0]

    @property
    def symmetry(self) -> Symmetry:
        """A symmetry that leads to it, the same one in every run."""
        return self[1]


def canonical(puzzle: Grid | str) -> CanonicalForm:
    """The canonical form of a puzzle, given as a grid or as text of 81 cells; it may have any number of solutions.

    Costs some 20 us compiled, 80 us for a full grid; in pure Python some 1 ms and 5 ms. Raises ValueError for a text
    that is not a grid, and for shapes with more symmetries than 3x3 boxes, such as all with more than nine digits.

    >>> grid, symmetry = canonical("." * 80 + "5")
    >>> str(grid)[72:], str(symmetry)
    ('........1', 'r:123456789:123456789:234519678')
    """
    grid = Grid.parse(puzzle) if isinstance(puzzle, str) else puzzle
    expect_type(grid, Grid, "a Grid or the text of one")
    shape = grid.shape
    if not is_supported(shape):
        raise ValueError(
            f"{shape} boxes have too many symmetries for a canonical form; 3x3 boxes have the most that are searched"
        )
    search = (is_wanted() and compiled()) or least_image.least_image
    values, transposed, rows, columns, digits, number = search(grid.values, shape.box_rows, shape.box_columns)
    symmetry = Symmetry(tuple(rows), tuple(columns), tuple(digits), shape, transposed)
    unused = shape.side - max(values)  # the labels go up to the number of digits that occur
    return CanonicalForm(Grid(values, shape), symmetry, number * factorial(unused))


@cache
def is_supported(shape: Shape) -> bool:
    """Whether a shape has few enough symmetries for the search."""
    return group_order(shape) // factorial(shape.side) <= MOST_CELL_SYMMETRIES


@cache
def compiled() -> Callable[[bytes, int, int], least_image.LeastImage] | None:
    """The compiled search; None if there is none, or its source differs from the present one."""
    build = compiled_build(least_image)
    return cast("Callable[[bytes, int, int], least_image.LeastImage]", build.least_image) if build else None
