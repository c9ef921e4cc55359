"""CP-SAT asked in two ways: a Boolean for each option of the exact-cover table, or an integer for each cell."""

from collections.abc import Iterator
from functools import partial
from itertools import compress, islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .enumeration import solutions
from .ortools import AllDifferentModel, ExactlyOneModel, load_binding


class CpsatEngine:
    """One exactly-one over Booleans for each item of the table; an `Engine`.

    The model of a shape is built once; the clues are assumptions. Raises UnavailableEngineError where OR-tools cannot
    be used; when asked, EngineError where CP-SAT ends without an answer.
    """

    def __init__(self) -> None:
        load_binding()
        self._models: dict[Shape, tuple[CoverTable, ExactlyOneModel]] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        return islice(self._solutions(puzzle, limit), limit)

    def _solutions(self, puzzle: Grid, limit: int | None) -> Iterator[Grid]:
        if puzzle.shape not in self._models:
            table = CoverTable(puzzle.shape)
            self._models[puzzle.shape] = table, _model(table)
        table, model = self._models[puzzle.shape]
        clues = dict.fromkeys(table.given(puzzle), 1)
        options = range(len(table.options))
        for solution in solutions(partial(model.solve, clues), limit):
            yield table.grid(compress(options, solution))


class AllDifferentEngine:
    """Without the table: 81 integers and 27 all-different constraints where a box is 3x3; an `Engine`.

    The model of a shape is built once; the clues narrow the domains of their cells. Raises as `CpsatEngine` does.
    """

    def __init__(self) -> None:
        load_binding()
        self._models: dict[Shape, AllDifferentModel] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        return islice(self._solutions(puzzle, limit), limit)

    def _solutions(self, puzzle: Grid, limit: int | None) -> Iterator[Grid]:
        shape = puzzle.shape
        if shape not in self._models:
            digits = range(1, shape.side + 1)
            self._models[shape] = AllDifferentModel(load_binding(), shape.cells, digits, shape.houses)
        clues = dict(puzzle.clues())
        for solution in solutions(partial(self._models[shape].solve, clues), limit):
            yield Grid(bytes(solution), shape)


def read_back(table: CoverTable = CoverTable()) -> tuple[int, list[tuple[int, ...]], int]:  # noqa: B008 - a frozen value
    """What the proto of a table says: the number of Booleans, the exactly-ones, and how many other constraints.

    Booleans count from 0, as options do.
    """
    return _model(table).read_back()


def _model(table: CoverTable) -> ExactlyOneModel:
    return ExactlyOneModel(load_binding(), len(table.options), table.covering)
