"""CP-SAT without the table: an integer for each cell, and for each house "all different"."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

from .enumeration import solutions
from .ortools import Model, Route, open_route


class AllDifferentEngine:
    """81 integers and 27 all-different constraints where a box is 3x3; an `Engine`.

    The model of a shape is built once; the clues narrow the domains of their cells. `way` is the way to OR-tools, the
    quickest there is by default. Raises UnavailableEngineError where OR-tools is not installed; when asked, EngineError
    where CP-SAT ends without an answer.
    """

    def __init__(self, *, way: Route | None = None) -> None:
        self._route = way or open_route()
        self._models: dict[Shape, Model] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        return islice(self._solutions(puzzle, limit), limit)

    def _solutions(self, puzzle: Grid, limit: int | None) -> Iterator[Grid]:
        shape = puzzle.shape
        if shape not in self._models:
            self._models[shape] = self._route.all_different(shape.cells, range(1, shape.side + 1), shape.houses)
        clues = dict(puzzle.clues())
        for solution in solutions(partial(self._models[shape].solve, clues), limit):
            yield Grid(bytes(solution), shape)
