"""A typed wrapper around python-sat, which is imported on the first call."""

import atexit
import ctypes
import math
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from errno import ENOSPC
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast
from weakref import WeakSet

from crosscover.time_limit import seconds_left

from .errors import EngineError

CONFLICTS_PER_STEP = 1000
"""Number of conflicts between two checks of the time limit: one or two seconds of work."""
DEFAULT_BACKEND = "cadical195"
"""The default solver: among the fastest, with the shortest proofs."""


class SatSolver:
    """A solver of python-sat with these clauses; the caller deletes it, or else it is deleted at exit.

    `with_proof` makes it log what it learns; not every backend can.
    """

    def __init__(self, backend: str, clauses: Iterable[Sequence[int]], *, with_proof: bool = False) -> None:
        options = {"with_proof": True} if with_proof else {}
        self._solver: Any = import_module("pysat.solvers").Solver(backend, bootstrap_with=clauses, **options)
        self.add_clause: Callable[[Iterable[int]], object] = self._solver.add_clause
        self.solve: Callable[[Sequence[int]], bool | None] = self._solver.solve
        """Whether the clauses can be satisfied together with the assumptions; None if the solver gave up."""
        self.conf_budget: Callable[[int], object] = self._solver.conf_budget
        """Set the budget of conflicts for the next `solve_limited`; raises NotImplementedError in Lingeling."""
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
        if proof is None or _has_failed(self._solver.solver.prfp):
            raise OSError(ENOSPC, os.strerror(ENOSPC), tempfile.gettempdir())
        return proof

    def delete(self) -> None:
        """Free the solver, which lives in C."""
        if self._solver.solver is not None:
            self._solver.delete()


def _has_failed(stream: object) -> bool:
    """Whether the system ever refused to write to a stream of C, given as a capsule."""
    if sys.platform == "win32":
        return False
    pointer, failed = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.CDLL(None).ferror
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    failed.argtypes = (ctypes.c_void_p,)
    return bool(failed(pointer(stream, None)))


_living: WeakSet[Any] = WeakSet()


@atexit.register
def _delete_all() -> None:
    """Delete solvers before the interpreter unloads python-sat, whose own finalizers would then print errors."""
    for solver in _living:
        solver.delete()


def model_of(solver: SatSolver, assumptions: Sequence[int], options: int) -> list[int] | None:
    """The variables up to `options` that are true in some model; None if the assumptions have no model.

    Raises TimeoutError at the end of a time limit, which only Lingeling does not notice, and EngineError if the solver
    crashes or gives up. Ctrl-C takes effect when the solver is done: python-sat would handle it by jumping out of the
    solver, and has been seen to corrupt the heap. It does so only on the main thread, hence the replaced `MainThread`.
    """
    solvers: Any = import_module("pysat.solvers")
    thread = solvers.MainThread
    solvers.MainThread = SimpleNamespace(check=lambda: False)
    try:
        satisfied = _solve(solver, assumptions)
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


def _solve(solver: SatSolver, assumptions: Sequence[int]) -> bool | None:
    with suppress(NotImplementedError):
        while seconds_left() < math.inf:
            solver.conf_budget(CONFLICTS_PER_STEP)
            if (satisfied := solver.solve_limited(assumptions)) is not None:
                return satisfied
    return solver.solve(assumptions)


def at_most_one(encoding: str, literals: Sequence[int], top: int) -> tuple[tuple[int, ...], ...]:
    """The clauses that allow at most one of the literals, with auxiliary variables from `top` + 1 on."""
    card = import_module("pysat.card")
    made = card.CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=getattr(card.EncType, encoding))
    return tuple(tuple(clause) for clause in cast("list[list[int]]", made.clauses))


def _families() -> dict[str, tuple[str, ...]]:
    """The names of each solver of python-sat, none if it is not installed."""
    try:
        families = cast("dict[str, tuple[str, ...]]", vars(import_module("pysat.solvers").SolverNames))
    except ImportError:
        return {}
    return {family: names for family, names in families.items() if not family.startswith("_")}


def backends() -> list[str]:
    """One name of each solver of python-sat."""
    return [family if family in names else names[-1] for family, names in _families().items()] or [DEFAULT_BACKEND]


def is_backend(name: str) -> bool:
    """Whether python-sat has a solver of that name; without python-sat any name is one, and its engine unavailable."""
    families = _families()
    return not families or any(name in names for names in families.values())


@cache
def unavailable_reason(backend: str) -> str | None:
    """Why a solver is unavailable, None if it is available: it must obey assumptions, again and again."""
    hook, sys.unraisablehook = sys.unraisablehook, bool  # python-sat fails again to free what it did not make
    try:
        with warnings.catch_warnings(action="ignore"):
            solver = import_module("pysat.solvers").Solver(backend, bootstrap_with=[[1, 2]])
            is_obedient = solver.solve([-1, -2]) is False and solver.solve([-1]) is True
            solver.delete()
    except Exception as error:
        return f"python-sat does not offer it: {type(error).__name__}: {error}"
    finally:
        sys.unraisablehook = hook
    return None if is_obedient else "it ignores assumptions, so it cannot solve one puzzle after another"
