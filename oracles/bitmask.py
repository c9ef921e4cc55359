"""An engine without exact cover: backtracking over bit sets.

It uses neither the table of items and options nor any library, so it cannot share a fault with them. The search itself
is in `backtracking`, which is also compiled.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import cast

from crosscover.reference.compiled import compiled_build, is_wanted
from crosscover.reference.grid import Grid

from . import backtracking

Completions = Callable[[backtracking.Houses, Sequence[int]], Iterator[bytes]]


class BitmaskEngine:
    """Backtracking over the candidates of cells; an `Engine` for every shape.

    `completions` is the build of the search; the default is the compiled one if there is one.
    """

    def __init__(self, completions: Completions | None = None) -> None:
        self._completions = completions or (is_wanted() and compiled()) or backtracking.completions

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle, in the order of the lowest cells and digits branched on.

        >>> str(next(BitmaskEngine()(Grid.empty())))[:18]
        '123456789456789123'
        """
        shape = puzzle.shape
        return (Grid(values, shape) for values in islice(self._completions(shape.houses, puzzle.values), limit))


@cache
def compiled() -> Completions | None:
    """The compiled search; None if there is none, or its source differs from the present one."""
    build = compiled_build(backtracking)
    if build is None:
        return None
    vars(build)["make_array"] = partial(array, "q")
    return cast("Completions", build.completions)


def is_compiled() -> bool:
    """Whether engines use the compiled search."""
    return is_wanted() and compiled() is not None
