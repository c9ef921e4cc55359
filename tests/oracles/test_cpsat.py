"""CP-SAT by its two models."""

import os
import signal
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from crosscover.oracles import cpsat
from crosscover.oracles.cpsat import AllDifferentEngine, CpsatEngine
from crosscover.oracles.errors import EngineError, UnavailableEngineError
from crosscover.reference import Engine, Grid, Shape
from crosscover.time_limit import TimeLimit

from .puzzles import COUNTED, HARD, MANY, SMALL, SOLVED

ENGINES: list[Callable[[], Engine]] = [CpsatEngine, AllDifferentEngine]


def solve_anew(puzzle: Grid) -> set[Grid]:
    """All solutions of a puzzle by a model that is built for it, with the parameters that OR-tools recommends."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    side = puzzle.shape.side
    cells = [model.new_int_var(clue or 1, clue or side, "") for clue in puzzle.values]
    for house in puzzle.shape.houses:
        model.add_all_different(cells[cell] for cell in house)
    found: set[Grid] = set()

    def keep(callback: Any) -> None:
        found.add(Grid(bytes(map(callback.value, cells)), puzzle.shape))

    listener = type("Listener", (cp_model.CpSolverSolutionCallback,), {"on_solution_callback": keep})
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, listener())
    return found


@pytest.mark.parametrize("make", ENGINES)
def test_a_model_for_each_puzzle_agrees(make: Callable[[], Engine]) -> None:
    """A model that is built once finds the same solutions as one for each puzzle: none, one and several."""
    engine = make()
    for text in (*SOLVED, *[*COUNTED][6:10], HARD[0]):
        assert set(engine(Grid.parse(text))) == solve_anew(Grid.parse(text))


@pytest.mark.parametrize("make", ENGINES)
def test_many(make: Callable[[], Engine]) -> None:
    """Hundreds of solutions, more than one run looks for, are all found and all different."""
    text, number = next(iter(MANY.items()))
    assert len(set(make()(Grid.parse(text)))) == number


@pytest.mark.parametrize("make", ENGINES)
def test_not_installed(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Engine]) -> None:
    """If OR-tools is not installed, the engine is not available."""

    def missing(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(cpsat, "import_module", missing)
    cpsat.cp_model.cache_clear()
    with pytest.raises(UnavailableEngineError, match="OR-tools cannot be imported: No module named 'ortools"):
        make()


def test_an_invalid_model_is_no_answer() -> None:
    """A run that ends without an answer is an error that names the status, never "no solution"."""
    model = cpsat.cp_model().CpModel()
    model.new_int_var(0, 1, "")
    model.proto.variables[0].domain.extend([0])
    with pytest.raises(EngineError, match="CP-SAT ended with MODEL_INVALID after 0 solutions; asked for 2"):
        cpsat.search(model, 2)


@pytest.mark.parametrize("make", ENGINES)
def test_the_limit_of_a_search_is_kept(make: Callable[[], Engine]) -> None:
    """A time limit ends a search within CP-SAT."""
    with pytest.raises(TimeoutError), TimeLimit(0.3):
        list(make()(Grid.empty(Shape(4, 4)), 10**9))


@pytest.mark.parametrize("make", ENGINES)
def test_ctrl_c_still_works(make: Callable[[], Engine]) -> None:
    """After CP-SAT has run, Ctrl-C is Python's again."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        next(make()(Grid.empty(SMALL)))
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
