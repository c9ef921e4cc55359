"""SAT and CP-SAT as commonly used: a new formula or model, and a new solver, for each puzzle."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from crosscover.reference import CoverTable, Grid

from .solvers import Solver

TABLE = CoverTable()


def naive() -> Iterator[Solver]:
    """Yield the three naive solvers, and all three together on each puzzle, as an alternative to a panel."""
    yield Solver("naive sat", _sat)
    yield Solver("naive cpsat", _booleans)
    yield Solver("naive cpsat-alldiff", _integers)
    yield Solver("naive three", lambda puzzle: {*_sat(puzzle), *_booleans(puzzle), *_integers(puzzle)})


def _sat(puzzle: Grid) -> list[Grid]:
    solvers: Any = import_module("pysat.solvers")
    clauses = [*_clauses(), *([option + 1] for option in TABLE.given(puzzle))]
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        return [
            TABLE.grid(literal - 1 for literal in model if 0 < literal <= len(TABLE.options))
            for model in islice(solver.enum_models(), 2)
        ]


def _clauses() -> list[list[int]]:
    """Return the pairwise formula, which is built for each puzzle."""
    clauses: list[list[int]] = []
    for options in TABLE.covering:
        clauses.append([option + 1 for option in options])
        clauses.extend([-a - 1, -b - 1] for place, a in enumerate(options) for b in options[:place])
    return clauses


def _booleans(puzzle: Grid) -> list[Grid]:
    cp: Any = import_module("ortools.sat.python.cp_model")
    model = cp.CpModel()
    chosen = [model.new_bool_var("") for _ in TABLE.options]
    for options in TABLE.covering:
        model.add_exactly_one(chosen[option] for option in options)
    for option in TABLE.given(puzzle):
        model.add(chosen[option] == 1)
    return [
        TABLE.grid(option for option, value in enumerate(values) if value) for values in _first_two(cp, model, chosen)
    ]


def _integers(puzzle: Grid) -> list[Grid]:
    cp: Any = import_module("ortools.sat.python.cp_model")
    model = cp.CpModel()
    shape = puzzle.shape
    cells = [model.new_int_var(clue or 1, clue or shape.side, "") for clue in puzzle.values]
    for house in shape.houses:
        model.add_all_different(cells[cell] for cell in house)
    return [Grid(bytes(values), shape) for values in _first_two(cp, model, cells)]


def _first_two(cp: Any, model: Any, variables: list[Any]) -> list[list[int]]:
    """Return at most two solutions, by enumeration, which needs a single worker."""
    found: list[list[int]] = []

    def keep(callback: Any) -> None:
        found.append([callback.value(variable) for variable in variables])
        if len(found) == 2:
            callback.stop_search()

    listener = type("Listener", (cp.CpSolverSolutionCallback,), {"on_solution_callback": keep})
    solver = cp.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, listener())
    return found
