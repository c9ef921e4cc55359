"""SAT solvers on the formula of the table.

A solver is kept for as long as it pays and asked about one puzzle after another: the clues are assumptions, and each
solution found is forbidden by a clause that holds only under this puzzle's own activation literal, which is given up
when the puzzle is done. Two things follow. The solver goes on learning, so which solutions come first depends on what
it was asked before. And it fills up with dead clauses, so it is replaced after `REBUILD_EVERY` puzzles.

A solver serves one open iterator at a time. Iterators that are open at once take different solvers, and an abandoned
one gives its solver back when it is closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .cnf import ENCODINGS, Cnf, cnf
from .errors import UnavailableEngineError, UnknownEngineError
from .pysat import DEFAULT_BACKEND, SatSolver, model_of, new_solver, unavailable_reason

REBUILD_EVERY = 250
"""After how many puzzles a solver is replaced.

Measured on 4,733 puzzles in random order (17 clues, top1465, easy, and easy with four clues less), microseconds of
CPU a verdict, for renewal after 25, 50, 100, 250, 500, 1000, 2500 puzzles and never: cadical195 504, 386, 348, 320,
317, 324, 360, 402; glucose4 506, 409, 386, 383, 404, 431, 537, 649; minisat22 362, 305, 292, 300, 325, 392, 454, 527.
Building one costs 5 ms; a solver that is never replaced grows slower without end.
"""


@dataclass(frozen=True, slots=True)
class Backend:
    """A solver of python-sat by its name there.

    `family` is what `SolverNames` calls it, `incremental` whether it can be asked more than once, `package` where it
    comes from if not from python-sat itself.
    """

    name: str
    family: str
    incremental: bool = True
    package: str | None = None


BACKENDS = {
    backend.name: backend
    for backend in (
        Backend("cadical103", "cadical103"),
        Backend("cadical153", "cadical153"),
        Backend("cadical195", "cadical195"),
        Backend("cadical300", "cadical300"),
        Backend("cryptominisat", "cryptosat", incremental=False, package="pycryptosat"),
        Backend("ergo", "ergo"),
        Backend("gluecard3", "gluecard3"),
        Backend("gluecard4", "gluecard4"),
        Backend("glucose3", "glucose3"),
        Backend("glucose4", "glucose4"),
        Backend("glucose42", "glucose42"),
        Backend("kissat404", "kissat404", incremental=False),
        Backend("lingeling", "lingeling"),
        Backend("maplechrono", "maplechrono"),
        Backend("maplecm", "maplecm"),
        Backend("maplesat", "maplesat"),
        Backend("mergesat3", "mergesat3"),
        Backend("minicard", "minicard"),
        Backend("minisat22", "minisat22"),
        Backend("minisat-ep", "minisatep"),
        Backend("minisat-gh", "minisatgh"),
    )
}
"""Every solver of python-sat. All of them can do it; these are the ones that need care:

- `kissat404` is not incremental: it ignores assumptions, with a warning, and takes no clause after it has solved. So
  it is built anew for each solution, with the clues as unit clauses.
- `cryptominisat` is there only where the package `pycryptosat` is, which python-sat does not bring along. It refuses
  assumptions about variables that no clause has, such as an activation literal, and is built anew as well.
- `cadical300` and `ergo` can add variables of their own, which would collide with activation literals; python-sat
  leaves that off unless it is asked for, and it is not asked for here.
- `minisat-gh` and `minisat-ep` are only understood under these names, `minisatgh` is not.
- `maplecm` simplifies its clauses at every call and costs twenty times as much as the others.
"""


class SatEngine:
    """One backend of python-sat on the formula in one encoding; an `Engine`.

    Raises UnknownEngineError for a backend that is not in `BACKENDS`, UnavailableEngineError for one that is not
    installed and ValueError for an unknown encoding; when asked for solutions, EngineError where the solver gives up.
    """

    def __init__(
        self, backend: str = DEFAULT_BACKEND, encoding: str = "pairwise", *, rebuild_every: int = REBUILD_EVERY
    ) -> None:
        if backend not in BACKENDS:
            raise UnknownEngineError(f"there is no SAT backend {backend!r}; there are {', '.join(BACKENDS)}")
        if encoding not in ENCODINGS:
            raise ValueError(f"there is no encoding {encoding!r}; there are {', '.join(ENCODINGS)}")
        self._backend = BACKENDS[backend]
        if reason := unavailable_reason(backend, self._backend.package):
            raise UnavailableEngineError(reason)
        self._encoding = encoding
        self._rebuild_every = rebuild_every
        self._free: dict[Shape, list[_IncrementalSession | _OneShotSession]] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle, in an order that depends on what was asked before."""
        return islice(self._solutions(puzzle), limit)

    def _solutions(self, puzzle: Grid) -> Iterator[Grid]:
        formula = cnf(CoverTable(puzzle.shape), self._encoding)
        free = self._free.setdefault(puzzle.shape, [])
        session = free.pop() if free else self._session(formula)
        clues = formula.units(puzzle)
        known = frozenset(clues)
        reusable = False
        try:
            session.begin()
            while (model := session.model(clues)) is not None:
                reusable = True
                yield formula.table.grid([variable - 1 for variable in model])
                reusable = False
                session.forbid([variable for variable in model if variable not in known])
            reusable = True
        finally:
            if reusable and session.puzzles < self._rebuild_every:
                session.end()
                free.append(session)
            else:
                session.close()

    def _session(self, formula: Cnf) -> "_IncrementalSession | _OneShotSession":
        return (_IncrementalSession if self._backend.incremental else _OneShotSession)(self._backend.name, formula)


class _IncrementalSession:
    """A solver in the hands of one iterator at a time, kept from puzzle to puzzle."""

    def __init__(self, backend: str, formula: Cnf) -> None:
        self.puzzles = 0
        self._options = formula.options
        self._activation = formula.variables
        self._solver: SatSolver = new_solver(backend, formula.clauses)

    def begin(self) -> None:
        """Start with a puzzle."""
        self.puzzles += 1
        self._activation += 1

    def model(self, clues: Sequence[int]) -> list[int] | None:
        """The options of a solution that has the clues and is not forbidden."""
        return model_of(self._solver, [*clues, self._activation], self._options)

    def forbid(self, options: Sequence[int]) -> None:
        """Ask for no solution that has all these options, until the puzzle is done."""
        self._solver.add_clause([-self._activation, *(-option for option in options)])

    def end(self) -> None:
        """Be done with the puzzle."""
        self._solver.add_clause([-self._activation])

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()


@dataclass(slots=True)
class _OneShotSession:
    """The same for solvers that can be asked once: a new one for each solution."""

    backend: str
    formula: Cnf
    puzzles: int = 0
    forbidden: list[list[int]] = field(default_factory=list[list[int]])

    def begin(self) -> None:
        self.forbidden.clear()

    def model(self, clues: Sequence[int]) -> list[int] | None:
        units = [[clue] for clue in clues]
        solver = new_solver(self.backend, [*self.formula.clauses, *units, *self.forbidden])
        try:
            return model_of(solver, (), self.formula.options)
        finally:
            solver.delete()

    def forbid(self, options: Sequence[int]) -> None:
        self.forbidden.append([-option for option in options])

    def end(self) -> None:
        self.forbidden.clear()

    close = end
