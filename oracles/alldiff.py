"""CP-SAT without the table: an integer for each cell, and for each house "all different"."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

from .enumeration import solutions
from .ortools import AllDifferentModel, load_binding


class AllDifferentEngine:
    """81 integers and 27 all-different constraints where a box is 3x3; an `Engine`.

    The model of a shape is built once; the clues narrow the domains of their cells. Raises
    UnavailableEngineError where OR-tools cannot be used; when asked, EngineError where CP-SAT ends without an answer.
    """

    def __init__(self) -> None:
        self._binding = load_binding()
        self._models: dict[Shape, AllDifferentModel] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        return islice(self._solutions(puzzle, limit), limit)

    def _solutions(self, puzzle: Grid, limit: int | None) -> Iterator[Grid]:
        shape = puzzle.shape
        if shape not in self._models:
            digits = range(1, shape.side + 1)
            self._models[shape] = AllDifferentModel(self._binding, shape.cells, digits, shape.houses)
        clues = dict(puzzle.clues())
        for solution in solutions(partial(self._models[shape].solve, clues), limit):
            yield Grid(bytes(solution), shape)
