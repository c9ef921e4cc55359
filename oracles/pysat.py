"""A typed wrapper around python-sat, which is imported on the first call."""

import atexit
import ctypes
import math
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from errno import ENOSPC
from functools import cache
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, cast
from weakref import WeakSet

from crosscover.time_limit import seconds_left
from crosscover.undisturbed import load_library, undisturbed

from .errors import EngineError

CONFLICTS_PER_STEP = 1000
"""Number of conflicts between two checks of the time limit: one or two seconds of work."""
DEFAULT_BACKEND = "cadical195"
"""The default solver: among the fastest, with the shortest proofs."""


class SatSolver:
    """A solver of python-sat; Ctrl-C and time limits cannot interrupt its construction and deletion.

    An exception meanwhile does damage: an incomplete solver cannot be deleted, and one that was freed without being
    marked as such is freed again.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._solver: Any = undisturbed(make)
        self.add_clause: Callable[[Iterable[int]], object] = self._solver.add_clause
        self.solve: Callable[[Sequence[int]], bool | None] = self._solver.solve
        """Whether the clauses can be satisfied together with the assumptions; None if the solver gave up."""
        self.conf_budget: Callable[[int], object] = self._solver.conf_budget
        """Set the budget of conflicts for the next `solve_limited`."""
        self.solve_limited: Callable[[Sequence[int]], bool | None] = self._solver.solve_limited
        """The same as `solve`; None if the budget was not enough, and the next call continues the search."""
        self.get_model: Callable[[], list[int] | None] = self._solver.get_model
        """The literals of the last solution, in the order of variables; None if there was none."""
        _living.add(self._solver)

    def get_proof(self) -> list[str]:
        """The log in DRUP of a solver that keeps one; raises OSError if it could not be written.

        python-sat does not notice a full disk. Its log then lacks lemmas, or ends within one, which it asserts does not
        happen.
        """
        proof: list[str] | None = None
        with suppress(AssertionError):
            proof = self._solver.get_proof()
        if _has_failed(self._solver.solver.prfp):
            raise OSError(ENOSPC, "no space for the log of the SAT solver", tempfile.gettempdir())
        if proof is None:
            raise EngineError("python-sat cannot read its own log")
        return proof

    def delete(self) -> None:
        """Free the solver, which lives in C."""
        if self._solver.solver is not None:
            undisturbed(self._solver.delete)


def _has_failed(stream: object) -> bool:
    """Whether the system ever refused to write to a stream of C, given as a capsule."""
    if sys.platform == "win32":
        return False
    pointer, failed = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.CDLL(None).ferror
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    failed.argtypes = (ctypes.c_void_p,)
    return bool(failed(pointer(stream, None)))


def new_solver(backend: str, clauses: Iterable[Sequence[int]], *, with_proof: bool = False) -> SatSolver:
    """A solver with these clauses; the caller deletes it, or else it is deleted at exit.

    `with_proof` makes it log what it learns; not every backend can.
    """
    options = {"with_proof": True} if with_proof else {}
    return SatSolver(lambda: load_library("pysat.solvers").Solver(backend, bootstrap_with=clauses, **options))


_living: WeakSet[Any] = WeakSet()


@atexit.register
def _delete_all() -> None:
    """Delete solvers before the interpreter unloads python-sat, whose own finalizers would then print errors."""
    for solver in _living:
        solver.delete()


def model_of(
    solver: SatSolver, assumptions: Sequence[int], options: int, *, in_steps: bool = False
) -> list[int] | None:
    """The variables up to `options` that are true in some model; None if the assumptions have no model.

    Raises EngineError if the solver crashes or gives up, and with `in_steps` TimeoutError at the end of a time limit,
    which a search in one piece does not notice. Ctrl-C takes effect when the solver is done: python-sat would handle
    it by jumping out of the solver, and has been seen to corrupt the heap. It does so only on the main thread, hence
    the replaced `MainThread`.
    """
    solvers = load_library("pysat.solvers")
    thread = solvers.MainThread
    solvers.MainThread = SimpleNamespace(check=lambda: False)
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


def at_most_one(encoding: str, literals: Sequence[int], top: int) -> tuple[tuple[int, ...], ...]:
    """The clauses that allow at most one of the literals, with auxiliary variables from `top` + 1 on."""
    card = load_library("pysat.card")
    made = card.CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=getattr(card.EncType, encoding))
    return tuple(tuple(clause) for clause in cast("list[list[int]]", made.clauses))


@cache
def unavailable_reason(backend: str, package: str | None = None) -> str | None:
    """Why a solver is unavailable, None if it is available; it may need a `package` besides python-sat."""
    if package and find_spec(package) is None:
        return f"the package {package} is not installed"
    try:
        new_solver(backend, [[1]]).delete()
    except Exception as error:
        return f"python-sat does not offer it: {type(error).__name__}: {error}"
    return None
