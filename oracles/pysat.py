"""A typed wrapper around python-sat, which has no types: a few functions that import it when they are called."""

import atexit
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast
from weakref import WeakSet

from crosscover.time_limit import seconds_left

from .errors import EngineError

CONFLICTS_PER_STEP = 1000
"""How many conflicts a solver may run into before it is asked whether there is time left: a second or two of work."""
DEFAULT_BACKEND = "cadical195"
"""The solver taken unless another is named: among the fastest, and its proofs are the shortest."""


class SatSolver:
    """What is used here of a python-sat solver, which is made and freed undisturbed."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._solver: Any = _undisturbed(make)
        self.add_clause: Callable[[Iterable[int]], object] = self._solver.add_clause
        self.solve: Callable[[Sequence[int]], bool | None] = self._solver.solve
        """Whether the clauses can be satisfied together with the assumptions; None where the solver gave up."""
        self.conf_budget: Callable[[int], object] = self._solver.conf_budget
        """Say how many conflicts the next `solve_limited` may run into."""
        self.solve_limited: Callable[[Sequence[int]], bool | None] = self._solver.solve_limited
        """The same as `solve`; None where the budget was not enough, and the search goes on when asked again."""
        self.get_model: Callable[[], list[int] | None] = self._solver.get_model
        """The literals of the last solution, in the order of variables; None where there was none."""
        self.get_proof: Callable[[], list[str] | None] = self._solver.get_proof
        """What the solver logged, in DRUP; None where it was not told to."""
        _living.add(self._solver)

    def delete(self) -> None:
        """Free the solver, which lives in C."""
        if self._solver.solver is not None:
            _undisturbed(self._solver.delete)


def new_solver(backend: str, clauses: Iterable[Sequence[int]], *, with_proof: bool = False) -> SatSolver:
    """A solver that holds the clauses; whoever asks for it deletes it, and at exit it is deleted at the latest.

    `with_proof` has it log what it learns; not every backend can.
    """
    options = {"with_proof": True} if with_proof else {}
    return SatSolver(lambda: _solvers().Solver(backend, bootstrap_with=clauses, **options))


def _undisturbed(call: Callable[[], Any]) -> Any:
    """Call in a thread of its own: Ctrl-C and time limits raise in the main thread alone.

    Python-sat bears no exception while it makes or frees a solver: half of a solver cannot be deleted, and one that was
    freed without a note of it is freed again.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


_living: WeakSet[Any] = WeakSet()


@atexit.register
def _delete_all() -> None:
    """Python-sat's own finalizers fail, and say so, when the interpreter has taken their module away."""
    for solver in _living:
        solver.delete()


def model_of(
    solver: SatSolver, assumptions: Sequence[int], options: int, *, in_steps: bool = False
) -> list[int] | None:
    """The variables up to `options` that are true in some model; None where the assumptions have no model.

    Raises EngineError where the solver breaks or gives up; with `in_steps` TimeoutError where a time limit is over,
    which goes unnoticed in a search of one piece. Ctrl-C takes effect when the solver is done: python-sat
    would handle it by jumping out of the solver, whatever that is doing, and has been seen to leave the heap in ruins.
    It does so on the main thread alone, so it is told that it is not there.
    """
    solvers = _solvers()
    thread = solvers.MainThread
    solvers.MainThread = _NotMainThread
    try:
        satisfied = _solve_in_steps(solver, assumptions) if in_steps else solver.solve(assumptions)
        model = solver.get_model() if satisfied else None
    except TimeoutError:
        raise
    except Exception as error:
        raise EngineError(f"python-sat failed: {type(error).__name__}: {error}") from error
    finally:
        solvers.MainThread = thread
    if satisfied is None or (satisfied and model is None):
        raise EngineError("python-sat gave up without an answer")
    return None if model is None else [literal for literal in model[:options] if literal > 0]


def _solve_in_steps(solver: SatSolver, assumptions: Sequence[int]) -> bool | None:
    while seconds_left() < math.inf:
        solver.conf_budget(CONFLICTS_PER_STEP)
        if (satisfied := solver.solve_limited(assumptions)) is not None:
            return satisfied
    return solver.solve(assumptions)


class _NotMainThread:
    @staticmethod
    def check() -> bool:
        return False


def at_most_one(encoding: str, literals: Sequence[int], top: int) -> tuple[tuple[int, ...], ...]:
    """The clauses that allow at most one of the literals, with auxiliary variables from `top` + 1 on."""
    card: Any = import_module("pysat.card")
    made = card.CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=getattr(card.EncType, encoding))
    return tuple(tuple(clause) for clause in cast("list[list[int]]", made.clauses))


@cache
def unavailable_reason(backend: str, package: str | None = None) -> str | None:
    """Why a solver cannot be had here, None where it can; `package` is one that it needs besides python-sat."""
    if package and find_spec(package) is None:
        return f"the package {package} is not installed"
    try:
        new_solver(backend, [[1]]).delete()
    except Exception as error:
        return f"python-sat does not give it: {type(error).__name__}: {error}"
    return None


@cache
def _solvers() -> Any:
    return import_module("pysat.solvers")
