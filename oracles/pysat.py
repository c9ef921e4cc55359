"""A typed wrapper around python-sat, which is imported on first use."""

import atexit
import math
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast
from weakref import WeakSet

from crosscover.time_limit import is_delayed, seconds_left

from .errors import EngineError, import_library

CONFLICTS_PER_STEP = 1000
"""Number of conflicts between two checks of the time limit: one or two seconds of work."""
BACKENDS = ("cadical195", "glucose4", "mergesat3", "minisat22")
"""python-sat solvers that can be reused and stopped; the default, first, is among the fastest, with short proofs."""
DEFAULT_BACKEND = BACKENDS[0]


class SatSolver:
    """A python-sat solver with these clauses; deleted at exit unless the caller deletes it earlier.

    `with_proof` makes the default backend log the clauses it learns. Raises UnavailableEngineError without python-sat.
    """

    def __init__(self, backend: str, clauses: Iterable[Sequence[int]], *, with_proof: bool = False) -> None:
        options = {"with_proof": True} if with_proof else {}
        self._solver: Any = solvers().Solver(backend, bootstrap_with=clauses, **options)
        self.add_clause: Callable[[Iterable[int]], object] = self._solver.add_clause
        self.solve: Callable[[Sequence[int]], bool | None] = self._solver.solve
        """Return whether the clauses are satisfiable under the assumptions; None if the solver gave up."""
        self.conf_budget: Callable[[int], object] = self._solver.conf_budget
        """Set the conflict budget of the next `solve_limited`."""
        self.solve_limited: Callable[[Sequence[int]], bool | None] = self._solver.solve_limited
        """Like `solve`, but None also means that the budget is exhausted; the next call continues the search."""
        self.get_model: Callable[[], list[int] | None] = self._solver.get_model
        """Return the literals of the last model, in variable order; None if there was none."""
        _living.add(self._solver)

    def get_proof(self) -> list[str]:
        """Return the DRUP log of a solver that keeps one; raises EngineError if it is incomplete, as on a full disk."""
        try:
            proof: list[str] = self._solver.get_proof()
        except AssertionError as error:
            raise EngineError("python-sat's log is incomplete; the disk may be full") from error
        return proof

    def delete(self) -> None:
        """Free the C solver; if a time limit expired meanwhile, python-sat would free it twice."""
        token = is_delayed.set(True)
        try:
            self._solver.delete()
        finally:
            is_delayed.reset(token)


def solvers() -> Any:
    """Import python-sat's solvers; raises UnavailableEngineError if that fails."""
    return import_library("pysat.solvers", "python-sat")


_living: WeakSet[Any] = WeakSet()


@atexit.register
def _delete_all() -> None:
    """Delete solvers before the interpreter unloads python-sat, whose own finalizers would then print errors."""
    for solver in _living:
        solver.delete()


def model_of(solver: SatSolver, assumptions: Sequence[int], options: int) -> list[int] | None:
    """Return the variables up to `options` that some model makes true; None if the assumptions have no model.

    Raises TimeoutError when a time limit expires, and EngineError if the solver crashes or gives up. Ctrl-C takes
    effect when the solver is done: python-sat would handle it by jumping out of the solver, which has been seen to
    corrupt the heap. It does so only on the main thread, so `MainThread` is replaced.
    """
    module = solvers()
    thread = module.MainThread
    module.MainThread = SimpleNamespace(check=lambda: False)
    try:
        satisfied = _solve(solver, assumptions)
        model = solver.get_model() if satisfied else None
    except TimeoutError:
        raise
    except Exception as error:
        raise EngineError(f"python-sat failed: {type(error).__name__}: {error}") from error
    finally:
        module.MainThread = thread
    if satisfied is None or (satisfied and model is None):
        raise EngineError("python-sat gave up without an answer")
    return None if model is None else [literal for literal in model[:options] if literal > 0]


def _solve(solver: SatSolver, assumptions: Sequence[int]) -> bool | None:
    while seconds_left() < math.inf:
        solver.conf_budget(CONFLICTS_PER_STEP)
        if (satisfied := solver.solve_limited(assumptions)) is not None:
            return satisfied
    return solver.solve(assumptions)


def at_most_one(encoding: str, literals: Sequence[int], top: int) -> tuple[tuple[int, ...], ...]:
    """Return clauses that allow at most one of the literals; auxiliary variables start at `top` + 1."""
    card = import_library("pysat.card", "python-sat")
    made = card.CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=getattr(card.EncType, encoding))
    return tuple(tuple(clause) for clause in cast("list[list[int]]", made.clauses))
