"""CP-SAT with two models: a Boolean for each option of the exact-cover table, or an integer for each cell.

The model of a shape is built once for each engine. Both engines raise UnavailableEngineError if OR-tools cannot be
used, and EngineError on iteration if CP-SAT ends without an answer.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import compress, islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .errors import EngineError
from .ortools import Model, SearchResult, load_models

INITIAL_LIMIT = 16
"""Limit of the first run if the caller sets none, or a high one."""


def exactly_one_model(table: CoverTable) -> Model:
    """One exactly-one for each item; Booleans count from 0, as options do."""
    return load_models().exactly_one(len(table.options), table.covering)


class CpsatEngine:
    """One exactly-one over Booleans for each item of the table; an `Engine`. The clues are assumptions."""

    def __init__(self) -> None:
        load_models()
        self._table = cache(CoverTable)
        self._model = cache(exactly_one_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        table = self._table(puzzle.shape)
        solve = partial(self._model(table).solve, dict.fromkeys(table.given(puzzle), 1))
        digits = bytes(range(1, puzzle.shape.side + 1)) * puzzle.shape.cells
        found = solutions(solve, limit)
        return islice((Grid(bytes(compress(digits, solution)), puzzle.shape) for solution in found), limit)


def _all_different_model(shape: Shape) -> Model:
    return load_models().all_different(shape.cells, range(1, shape.side + 1), shape.houses)


class AllDifferentEngine:
    """Without the table: 81 integers and 27 all-different constraints where a box is 3x3; an `Engine`.

    The clues narrow the domains of their cells and of the cells in their houses.
    """

    def __init__(self) -> None:
        load_models()
        self._model = cache(_all_different_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        found = solutions(partial(self._model(puzzle.shape).solve, dict(puzzle.clues())), limit)
        return islice((Grid(solution, puzzle.shape) for solution in found), limit)


def solutions(solve: Callable[[int], SearchResult], limit: int | None = None) -> Iterator[bytes]:
    """Yield different solutions up to the limit, pulled out of a solver that pushes them all.

    CP-SAT hands each solution to a callback inside one call; keeping that call open in a thread would leave threads
    behind abandoned iterators. So the solver runs to a limit; if more solutions are needed it runs again from the
    start with four times the limit, and those already yielded are skipped. That is sound in whatever order solutions
    come: a run that ends by itself has found all. The first solution waits for at most `INITIAL_LIMIT` others, memory
    stays within a small multiple of what was yielded, and the repeated runs add a third to the cost.

    Raises EngineError if a run ends with a status other than "all found" or "limit reached", or gives a solution twice.
    """
    size = INITIAL_LIMIT if limit is None or limit > 4 * INITIAL_LIMIT else limit
    yielded: set[bytes] = set()
    while size:
        result = solve(size)
        found = set(result.solutions)
        if len(found) < len(result.solutions):
            raise EngineError(f"CP-SAT gave a solution twice among {len(result.solutions)}")
        complete = "OPTIMAL" if found else "INFEASIBLE"
        if result.status != complete and not (result.status == "FEASIBLE" and len(found) == size):
            raise EngineError(f"CP-SAT ended with {result.status} after {len(found)} solutions; asked for {size}")
        fresh = [solution for solution in result.solutions if solution not in yielded]
        yield from fresh
        if len(found) < size or size == limit:
            return
        yielded.update(fresh)
        size = 4 * size if limit is None else min(4 * size, limit)
