"""CP-SAT with two models: a Boolean for each option of the exact-cover table, or an integer for each cell.

Building a model takes four times as long as solving it, so each engine builds one model per shape. The Boolean model
takes the clues as assumptions; the integer model cannot, so each puzzle narrows its domains in the proto. Both engines
raise UnavailableEngineError without OR-tools, and EngineError on iteration if CP-SAT ends without an answer.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import Any

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable
from crosscover.time_limit import seconds_left

from .errors import EngineError, import_library

INITIAL_LIMIT = 16
"""Solution limit of the first run if the caller sets none, or a high one."""

PARAMETERS = """
    num_workers: 1 cp_model_presolve: false cp_model_probing_level: 0 symmetry_level: 0 linearization_level: 0
    use_sat_inprocessing: false auto_detect_greater_than_at_least_one_of: false enumerate_all_solutions: true
    catch_sigint_signal: false
"""
"""Preprocessing costs more than the search; if CP-SAT handled SIGINT, Python's handler would be lost."""


class CpsatEngine:
    """One exactly-one constraint over Booleans per item of the table; an `Engine`. The clues are assumptions."""

    def __init__(self) -> None:
        cp_model()
        self._table = cache(CoverTable)
        self._model = cache(exactly_one_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        table = self._table(puzzle.shape)
        model = self._model(table)

        def solve(size: int) -> list[bytes]:
            model.clear_assumptions()
            model.proto.assumptions.extend(table.given(puzzle))
            return search(model, size)

        digits = bytes(range(1, puzzle.shape.side + 1)) * puzzle.shape.cells
        return (Grid(bytes(compress(digits, solution)), puzzle.shape) for solution in solutions(solve, limit))


class AllDifferentEngine:
    """Works without the table: 81 integers and 27 all-different constraints for 3x3 boxes; an `Engine`."""

    def __init__(self) -> None:
        cp_model()
        self._model = cache(_all_different_model)

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        shape, model = puzzle.shape, self._model(puzzle.shape)

        def solve(size: int) -> list[bytes]:
            for variable, clue in zip(model.proto.variables, puzzle.values, strict=True):
                variable.domain.clear()
                variable.domain.extend((clue or 1, clue or shape.side))
            return search(model, size)

        return (Grid(solution, shape) for solution in solutions(solve, limit))


@cache
def cp_model() -> Any:
    """Import OR-tools' public interface; raises UnavailableEngineError if that fails."""
    return import_library("ortools.sat.python.cp_model", "OR-tools")


def exactly_one_model(table: CoverTable) -> Any:
    """Return a `CpModel` with one exactly-one constraint per item; Booleans count from 0, as options do."""
    return _build("add_exactly_one", len(table.options), (0, 1), table.covering)


def _all_different_model(shape: Shape) -> Any:
    return _build("add_all_different", shape.cells, (1, shape.side), shape.houses)


def _build(constraint: str, variables: int, domain: tuple[int, int], groups: Iterable[Sequence[int]]) -> Any:
    model = cp_model().CpModel()
    made = [model.new_int_var(*domain, "") for _ in range(variables)]
    for group in groups:
        getattr(model, constraint)(made[number] for number in group)
    return model


def search(model: Any, limit: int) -> list[bytes]:
    """Return the values of all variables in each solution up to the limit; raises TimeoutError and EngineError."""
    found: list[bytes] = []

    class Collector(cp_model().CpSolverSolutionCallback):  # type: ignore[misc] # OR-tools is imported on first use
        def on_solution_callback(self) -> None:
            if len(found) < limit:
                found.append(bytes(json.loads(str(self.response_proto.solution))))  # 0.3 ms faster than `bytes`
            if len(found) >= limit:
                self.stop_search()

    solver = cp_model().CpSolver()
    solver.parameters.parse_text_format(PARAMETERS)
    seconds = seconds_left()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.status_name(solver.solve(model, Collector()))
    complete = "OPTIMAL" if found else "INFEASIBLE"
    if status == complete or (status == "FEASIBLE" and len(found) == limit):
        return found
    if status in ("UNKNOWN", "FEASIBLE") and seconds < math.inf:
        raise TimeoutError(f"CP-SAT timed out after {seconds:g} s")
    raise EngineError(f"CP-SAT ended with {status} after {len(found)} solutions; asked for {limit}")


def solutions(solve: Callable[[int], list[bytes]], limit: int | None = None) -> Iterator[bytes]:
    """Yield different solutions up to the limit; `solve(size)` returns `size` solutions, or all if there are fewer.

    If more are needed, `solve` runs again with four times the size, and solutions already yielded are skipped. Raises
    EngineError if `solve` returns a solution twice.
    """
    size = INITIAL_LIMIT if limit is None or limit > 4 * INITIAL_LIMIT else limit
    yielded: set[bytes] = set()
    while size:
        found = solve(size)
        if len(set(found)) < len(found):
            raise EngineError(f"CP-SAT returned a solution twice among {len(found)}")
        yield from (solution for solution in found if solution not in yielded)
        if len(found) < size or size == limit:
            return
        yielded.update(found)
        size = 4 * size if limit is None else min(4 * size, limit)
