"""An engine without exact cover: backtracking over bit sets.

It uses neither the table of items and options nor any library, so it cannot share a fault with them. The search itself
is in `backtracking`, which is also compiled.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

from crosscover.reference.compiled import build_of
from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

from . import backtracking

TYPECODE = "q"
"""64-bit C integers, which hold up to 63 digits as bits."""

Completions = Callable[[backtracking.Houses, Sequence[int]], Iterator[bytes]]


class BitmaskEngine:
    """Backtracking over the candidates of cells; an `Engine` for every shape.

    `completions` is the search, by default the compiled build if there is one.
    """

    def __init__(self, completions: Completions | None = None) -> None:
        self._completions = completions or build_of(backtracking, TYPECODE).completions

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle in branching order.

        >>> str(next(BitmaskEngine()(Grid.empty())))[:18]
        '123456789789123456'
        """
        shape = puzzle.shape
        return (Grid(values, shape) for values in islice(self._completions(shape.houses, puzzle.values), limit))


@cache
def simplest_grid(shape: Shape) -> Grid:
    """Return one solved grid: `Grid.simplest`, or for a diagonal Sudoku the first solution found.

    The search is for boxes at least as high as wide; without this, it takes minutes for 3x5 boxes.

    >>> str(simplest_grid(Shape(2, 2, diagonals=True)))
    '1234341243212143'
    """
    if not shape.diagonals:
        return Grid.simplest(shape)
    if shape.box_rows < shape.box_columns:
        transposed = simplest_grid(Shape(shape.box_columns, shape.box_rows, diagonals=True))
        return Grid(bytes(transposed.values[cell] for column in shape.columns for cell in column), shape)
    return next(BitmaskEngine()(Grid.empty(shape)))
