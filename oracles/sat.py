"""SAT solvers on the formula of the table.

A solver is reused for many puzzles: the clues are assumptions, and each solution found is excluded by a clause that
holds only under an activation literal of this puzzle. This has two consequences. The solver keeps learning, so the
order of solutions depends on earlier puzzles. And dead clauses accumulate, so the solver is replaced after
`REBUILD_EVERY` puzzles.

A solver serves one open iterator at a time. Iterators that are open at the same time use different solvers, and an
abandoned iterator returns its solver when it is closed.
"""

from collections.abc import Iterator
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .cnf import Cnf, cnf
from .pysat import DEFAULT_BACKEND, SatSolver, model_of, solvers

REBUILD_EVERY = 250
"""Number of puzzles after which a solver is replaced: building one costs 5 ms, but each puzzle makes it slower.

A verdict takes 320 us with cadical195, against 504 us with a new solver every 25 puzzles and 402 us with only one.
"""


class SatEngine:
    """A python-sat solver, by its name there, on the formula in one encoding; an `Engine`.

    Raises UnavailableEngineError without python-sat, and EngineError on iteration if the solver gives up.
    """

    def __init__(self, backend: str = DEFAULT_BACKEND, encoding: str = "pairwise") -> None:
        solvers()
        self._backend = backend
        self._encoding = encoding
        self._free: dict[Shape, list[tuple[SatSolver, int]]] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle, in an order that depends on earlier puzzles."""
        formula = cnf(CoverTable(puzzle.shape), self._encoding)
        models = self._models(formula, formula.units(puzzle))
        return islice((formula.table.grid([variable - 1 for variable in model]) for model in models), limit)

    def _models(self, formula: Cnf, clues: list[int]) -> Iterator[list[int]]:
        """Yield the options of each solution; a free or new solver finds them and is then free again."""
        free = self._free.setdefault(formula.table.shape, [])
        solver, puzzles = free.pop() if free else (SatSolver(self._backend, formula.clauses), 0)
        puzzles += 1
        activation = formula.variables + puzzles
        assumptions = [*clues, activation]
        known = frozenset(clues)
        reusable = False
        try:
            while (model := model_of(solver, assumptions, formula.options)) is not None:
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
