"""CP-SAT asked in two ways: a Boolean for each option of the exact-cover table, or an integer for each cell.

The model of a shape is built once for each engine. Both engines raise UnavailableEngineError where OR-tools cannot be
used; when asked for solutions, EngineError where CP-SAT ends without an answer.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import compress, islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .enumeration import solutions
from .ortools import AllDifferentModel, ExactlyOneModel, load_binding


def exactly_one_model(table: CoverTable) -> ExactlyOneModel:
    """One exactly-one for each item; Booleans count from 0, as options do."""
    return ExactlyOneModel(load_binding(), len(table.options), table.covering)


def _table_and_model(shape: Shape) -> tuple[CoverTable, ExactlyOneModel]:
    table = CoverTable(shape)
    return table, exactly_one_model(table)


def _all_different_model(shape: Shape) -> AllDifferentModel:
    return AllDifferentModel(load_binding(), shape.cells, range(1, shape.side + 1), shape.houses)


class CpsatEngine:
    """One exactly-one over Booleans for each item of the table; an `Engine`. The clues are assumptions."""

    def __init__(self) -> None:
        load_binding()
        self._table_and_model = cache(_table_and_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        table, model = self._table_and_model(puzzle.shape)
        options = range(puzzle.shape.options)
        found = solutions(partial(model.solve, dict.fromkeys(table.given(puzzle), 1)), limit)
        return islice((table.grid(compress(options, solution)) for solution in found), limit)


class AllDifferentEngine:
    """Without the table: 81 integers and 27 all-different constraints where a box is 3x3; an `Engine`.

    The clues narrow the domains of their cells.
    """

    def __init__(self) -> None:
        load_binding()
        self._model = cache(_all_different_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        found = solutions(partial(self._model(puzzle.shape).solve, dict(puzzle.clues())), limit)
        return islice((Grid(bytes(solution), puzzle.shape) for solution in found), limit)
