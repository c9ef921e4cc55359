"""SAT solvers on the formula of the table.

A solver is reused for many puzzles: the clues are assumptions, and each solution found is excluded by a clause that
holds only under an activation literal of this puzzle. This has two consequences. The solver keeps learning, so the
order of solutions depends on the puzzles before. And it fills up with dead clauses, so it is replaced after
`REBUILD_EVERY` puzzles.

A solver serves one open iterator at a time. Iterators that are open at once take different solvers, and an abandoned
one returns its solver when it is closed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .cnf import Cnf, cnf
from .errors import UnavailableEngineError
from .pysat import DEFAULT_BACKEND, SatSolver, model_of, new_solver, unavailable_reason

REBUILD_EVERY = 250
"""Number of puzzles after which a solver is replaced.

Microseconds of CPU per verdict on 4,733 puzzles in random order (17 clues, top1465, easy, and easy with four clues
less), replaced after 25, 50, 100, 250, 500, 1000, 2500 puzzles and never: cadical195 504, 386, 348, 320, 317, 324, 360,
402; glucose4 506, 409, 386, 383, 404, 431, 537, 649; minisat22 362, 305, 292, 300, 325, 392, 454, 527. Building one
costs 5 ms; a solver that is never replaced gets slower and slower.
"""


@dataclass(frozen=True, slots=True)
class Backend:
    """A solver of python-sat: whether it can be reused, whether it logs proofs, and a package that it needs.

    With `in_steps` it can be stopped: it searches up to a number of conflicts, and the next call continues.
    """

    incremental: bool = True
    in_steps: bool = True
    logs_proofs: bool = False
    package: str | None = None


BACKENDS = {
    "cadical103": Backend(logs_proofs=True),
    "cadical153": Backend(logs_proofs=True),
    "cadical195": Backend(logs_proofs=True),
    "cadical300": Backend(),
    "cryptominisat": Backend(incremental=False, in_steps=False, package="pycryptosat"),
    "ergo": Backend(),
    "gluecard3": Backend(logs_proofs=True),
    "gluecard4": Backend(logs_proofs=True),
    "glucose3": Backend(logs_proofs=True),
    "glucose4": Backend(logs_proofs=True),
    "glucose42": Backend(logs_proofs=True),
    "kissat404": Backend(incremental=False, in_steps=False),
    "lingeling": Backend(in_steps=False, logs_proofs=True),
    "maplechrono": Backend(logs_proofs=True),
    "maplecm": Backend(logs_proofs=True),
    "maplesat": Backend(logs_proofs=True),
    "mergesat3": Backend(),
    "minicard": Backend(),
    "minisat22": Backend(),
    "minisat-ep": Backend(),
    "minisat-gh": Backend(),
}
"""Every solver of python-sat by its name there. Some of them have peculiarities:

- `kissat404` is not incremental: it ignores assumptions, with a warning, and accepts no clause after it has solved. So
  it is built anew for each solution, with the clues as unit clauses.
- `cryptominisat` needs the package `pycryptosat`, which python-sat does not install. It rejects assumptions about
  variables that occur in no clause, such as an activation literal, and is built anew as well.
- `lingeling` accepts no budget, so like the two above it cannot be stopped by a time limit.
- `cadical300` and `ergo` can add variables of their own, which would collide with activation literals; that is off by
  default in python-sat.
- `minisat-gh` and `minisat-ep` exist only under these names, not as `minisatgh`.
- `maplecm` simplifies its clauses at every call and costs twenty times as much as the others.
"""


class SatEngine:
    """One of `BACKENDS` on the formula in one encoding; an `Engine`.

    Raises UnavailableEngineError for a backend that is not installed, and EngineError on iteration if the solver gives
    up.
    """

    def __init__(self, backend: str = DEFAULT_BACKEND, encoding: str = "pairwise") -> None:
        if reason := unavailable_reason(backend, BACKENDS[backend].package):
            raise UnavailableEngineError(reason)
        self._backend = backend
        self._encoding = encoding
        self._free: dict[Shape, list[tuple[SatSolver, int]]] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle, in an order that depends on the puzzles before."""
        formula = cnf(CoverTable(puzzle.shape), self._encoding)
        find_models = self._incremental_models if BACKENDS[self._backend].incremental else self._one_shot_models
        models = find_models(formula, formula.units(puzzle))
        return islice((formula.table.grid([variable - 1 for variable in model]) for model in models), limit)

    def _incremental_models(self, formula: Cnf, clues: list[int]) -> Iterator[list[int]]:
        """The options of each solution, by a free solver or a new one, which is free again afterwards."""
        free = self._free.setdefault(formula.table.shape, [])
        solver, puzzles = free.pop() if free else (new_solver(self._backend, formula.clauses), 0)
        puzzles += 1
        activation = formula.variables + puzzles
        assumptions = [*clues, activation]
        known = frozenset(clues)
        in_steps = BACKENDS[self._backend].in_steps
        reusable = False
        try:
            while (model := model_of(solver, assumptions, formula.options, in_steps=in_steps)) is not None:
                reusable = True
                yield model
                reusable = False
                solver.add_clause([-activation, *(-variable for variable in model if variable not in known)])
            reusable = True
        finally:
            if reusable and puzzles < REBUILD_EVERY:
                solver.add_clause([-activation])
                free.append((solver, puzzles))
            else:
                solver.delete()

    def _one_shot_models(self, formula: Cnf, clues: list[int]) -> Iterator[list[int]]:
        """The same by solvers that cannot be reused: a new one for each solution."""
        clauses = [*formula.clauses, *((clue,) for clue in clues)]
        while True:
            solver = new_solver(self._backend, clauses)
            try:
                model = model_of(solver, (), formula.options)
            finally:
                solver.delete()
            if model is None:
                return
            yield model
            clauses.append(tuple(-variable for variable in model))
