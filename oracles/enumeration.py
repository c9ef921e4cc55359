"""Pulls solutions one by one out of a solver that pushes them all.

CP-SAT enumerates inside one call and hands each solution to a callback, whereas an engine is asked for the next one.
Keeping the call open in a thread would leave threads behind abandoned iterators. So the solver is run to a limit, and
run again from the start with a limit four times as high when more is asked for; what was yielded already is passed
over. That is sound whatever order the solver takes: a run that ends by itself has found all. The first solution waits
for at most `INITIAL_LIMIT` others, memory stays within a small multiple of what was yielded, and the runs repeated cost
a third on top.
"""

from collections.abc import Callable, Iterator

from .errors import EngineError
from .ortools import SearchResult

INITIAL_LIMIT = 16
"""The limit of the first run where no limit, or a high one, is asked for."""


def solutions(solve: Callable[[int], SearchResult], limit: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield different solutions up to the limit, by runs of `solve` with a limit each.

    Raises EngineError where a run ends with another status than that it has found all, or as many as it was to find,
    and where a solution comes twice.
    """
    size = INITIAL_LIMIT if limit is None or limit > 4 * INITIAL_LIMIT else limit
    yielded: set[tuple[int, ...]] = set()
    while size:
        result = solve(size)
        found = set(result.solutions)
        if len(found) < len(result.solutions):
            raise EngineError(f"CP-SAT gave a solution twice among {len(result.solutions)}")
        if result.status not in _expected_statuses(len(found), size):
            raise EngineError(f"CP-SAT ended with {result.status} after {len(found)} solutions; asked for {size}")
        fresh = [solution for solution in result.solutions if solution not in yielded]
        yield from fresh
        if len(found) < size or size == limit:
            return
        yielded.update(fresh)
        size = 4 * size if limit is None else min(4 * size, limit)


def _expected_statuses(found: int, size: int) -> tuple[str, ...]:
    """The statuses that a run may end with: FEASIBLE says that it was stopped, OPTIMAL that there are no more."""
    if found == size:
        return ("FEASIBLE", "OPTIMAL")
    return ("OPTIMAL",) if found else ("INFEASIBLE",)
