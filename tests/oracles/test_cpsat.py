"""CP-SAT by its two models, and the enumeration of solutions from runs with a limit."""

import os
import signal
from collections.abc import Callable
from itertools import islice

import pytest

from crosscover.oracles import cpsat
from crosscover.oracles.cpsat import INITIAL_LIMIT, AllDifferentEngine, CpsatEngine, solutions
from crosscover.oracles.errors import EngineError, UnavailableEngineError
from crosscover.reference import Engine, Grid

from .puzzles import SMALL

ENGINES: list[Callable[[], Engine]] = [CpsatEngine, AllDifferentEngine]


@pytest.mark.parametrize("make", ENGINES)
def test_not_installed(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Engine]) -> None:
    """If OR-tools is not installed, the engine is not available."""

    def missing(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("crosscover.oracles.errors.import_module", missing)
    cpsat.cp_model.cache_clear()
    with pytest.raises(UnavailableEngineError, match="OR-tools cannot be imported: No module named 'ortools"):
        make()


def test_ctrl_c_during_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt that an extension module turned into an ImportError ends the program as any other."""

    def interrupted(_name: str) -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("crosscover.oracles.errors.import_module", interrupted)
    cpsat.cp_model.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        cpsat.CpsatEngine()


def test_an_invalid_model_is_no_answer() -> None:
    """A run that ends without an answer is an error that names the status, never "no solution"."""
    model = cpsat.cp_model().CpModel()
    model.new_int_var(0, 1, "")
    model.proto.variables[0].domain.extend([0])
    with pytest.raises(EngineError, match="CP-SAT ended with MODEL_INVALID after 0 solutions; asked for 2"):
        cpsat.search(model, 2)


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


class Pushing:
    """A solver with a number of solutions that starts each run with a different one and records the limits."""

    def __init__(self, number: int) -> None:
        self.all = [solution.to_bytes(3) for solution in range(number)]
        self.limits: list[int] = []

    def __call__(self, limit: int) -> list[bytes]:
        """Return solutions up to the limit."""
        self.limits.append(limit)
        turn = len(self.limits) % max(1, len(self.all))
        return (self.all[turn:] + self.all[:turn])[:limit]


@pytest.mark.parametrize("number", [0, 1, INITIAL_LIMIT, INITIAL_LIMIT + 1, 500])
@pytest.mark.parametrize("limit", [None, 0, 2, INITIAL_LIMIT, 65, 501])
def test_enumerated_solutions_differ(number: int, limit: int | None) -> None:
    """Every solution is returned once, in whatever order the runs find them, and runs respect the limit."""
    solver = Pushing(number)
    found = list(islice(solutions(solver, limit), limit))
    assert len(set(found)) == len(found) == min(number, number if limit is None else limit)
    assert limit is None or max(solver.limits, default=0) <= limit


@pytest.mark.parametrize(
    ("limit", "taken", "runs"), [(None, 1, [INITIAL_LIMIT]), (2, 2, [2]), (None, 1_000, [16, 64, 256, 1_024])]
)
def test_runs_grow(limit: int | None, taken: int, runs: list[int]) -> None:
    """The first solution and a small limit need one run; each further run searches for four times as many solutions."""
    solver = Pushing(1_000)
    assert len(list(islice(solutions(solver, limit), taken))) == taken
    assert solver.limits == runs


def test_a_repeated_solution_is_an_error() -> None:
    """A repeated solution in one run is an error."""
    with pytest.raises(EngineError, match="twice"):
        list(solutions(lambda _: [b"\x01", b"\x01"], 2))
