"""Time limits that stop an engine during a search."""

import signal
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from crosscover.oracles.pysat import BACKENDS, SatSolver
from crosscover.reference import Engine, Grid, Shape, Unique, verdict
from crosscover.time_limit import TimeLimit

from .conftest import open_engine
from .puzzles import SOLVED, hard_large_puzzle

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))
OTHERS = ["dlx:pure", *(f"sat:{backend}" for backend in BACKENDS), "cpsat"]


def stop(engine: Engine) -> None:
    """Let a large puzzle exceed a time limit, after the engine was prepared for the shape."""
    next(engine(Grid.empty(Shape(5, 5)), 1))
    with pytest.raises(TimeoutError), TimeLimit(0.1):
        list(engine(hard_large_puzzle()))


@pytest.mark.parametrize(
    "name", ["dlx", "bitmask", "cpsat-alldiff", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_search_stops(name: str) -> None:
    """A stopped engine solves the next puzzle correctly."""
    engine = open_engine(name)
    stop(engine)
    assert verdict(engine, PUZZLE) == Unique(ANSWER)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sat", "cpsat"])
def test_search_stops_in_a_thread(name: str) -> None:
    """Engines that check the remaining time can be stopped in any thread."""
    engine = open_engine(name)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(stop, engine).result()


def test_clues_of_an_interrupted_puzzle_are_forgotten() -> None:
    """After an interrupt, CP-SAT's variables have their full domains for the next puzzle."""
    engine = open_engine("cpsat-alldiff")
    with pytest.raises(TimeoutError), TimeLimit(1e-9):
        next(engine(PUZZLE))
    assert len(list(engine(Grid.empty(), 3))) == 3


def test_no_time_limit_interrupts_the_end_of_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a time limit expires while python-sat frees a solver, even in another thread, it is freed once."""
    freed: list[bool] = []

    def delete() -> None:
        thread.submit(signal.raise_signal, signal.SIGALRM).result()
        freed.append(True)

    solver = SatSolver(BACKENDS[0], [[1]])
    monkeypatch.setattr(solver, "_solver", SimpleNamespace(delete=delete, solver=solver))
    with ThreadPoolExecutor(1) as thread, TimeLimit(600):
        thread.submit(int).result()
        solver.delete()
    assert freed == [True]
