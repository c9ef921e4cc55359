"""SAT solvers that are reused from puzzle to puzzle."""

import signal
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import cast

import pytest

from crosscover.oracles import pysat, sat
from crosscover.oracles.errors import EngineError, UnavailableEngineError
from crosscover.oracles.rules import first_violation
from crosscover.oracles.sat import SatEngine
from crosscover.reference import Grid, Unique, verdict
from crosscover.time_limit import TimeLimit
from tests.check.running import ROOT, run

from .puzzles import COUNTED, HARD, SMALL, SOLVED

PUZZLE = Grid.parse(next(iter(SOLVED)))


class Ledger:
    """The numbers of solvers made and deleted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = self.deleted = 0
        ledger = self

        class Entered(pysat.SatSolver):
            def __init__(self, backend: str, clauses: Iterable[Sequence[int]]) -> None:
                super().__init__(backend, clauses)
                ledger.made += 1

            def delete(self) -> None:
                ledger.deleted += 1
                super().delete()

        monkeypatch.setattr(sat, "SatSolver", Entered)


def test_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solver is used for many puzzles, solvable or not."""
    ledger = Ledger(monkeypatch)
    engine = SatEngine()
    for text in (*SOLVED, *COUNTED, *HARD):
        verdict(engine, Grid.parse(text))
    assert (ledger.made, ledger.deleted) == (1, 0)


def test_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver is deleted after a number of puzzles, and the next puzzle gets a new one."""
    ledger = Ledger(monkeypatch)
    monkeypatch.setattr(sat, "REBUILD_EVERY", 3)
    engine = SatEngine()
    for _ in range(10):
        assert isinstance(verdict(engine, PUZZLE), Unique)
    assert (ledger.made, ledger.deleted) == (4, 3)


def test_one_solver_per_open_iterator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each open iterator has its own solver, which can be reused when it is closed."""
    ledger = Ledger(monkeypatch)
    engine = SatEngine()
    iterators = [engine(Grid.empty(SMALL)) for _ in range(3)]
    assert [first_violation(next(iterator)) for iterator in iterators] == [None] * 3
    assert (ledger.made, ledger.deleted) == (3, 0)
    del iterators
    for _ in range(5):
        next(engine(Grid.empty(SMALL)))
    assert (ledger.made, ledger.deleted) == (3, 0)


def test_deleted_when_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that fails is deleted and not reused."""
    ledger = Ledger(monkeypatch)
    engine = SatEngine()
    with monkeypatch.context() as patch:
        patch.setattr(sat, "model_of", _failing)
        with pytest.raises(EngineError):
            verdict(engine, PUZZLE)
    assert (ledger.made, ledger.deleted) == (1, 1)
    assert isinstance(verdict(engine, PUZZLE), Unique)


@pytest.mark.parametrize("answer", [None, True, RuntimeError("out of memory")])
def test_no_answer(answer: bool | Exception | None) -> None:
    """A solver that gives up, has no model or raises is an error, never "no solution"."""

    def solve(_assumptions: Sequence[int]) -> bool | None:
        if isinstance(answer, Exception):
            raise answer
        return answer

    solver = SimpleNamespace(solve=solve, get_model=lambda: None)
    with pytest.raises(EngineError, match="python-sat"):
        pysat.model_of(cast("pysat.SatSolver", solver), [], 9)


def test_a_time_limit_stops_a_search() -> None:
    """A time limit ends a search for a place for each of 12 pigeons in 11 holes."""
    pigeons = [[pigeon * 11 + hole for hole in range(1, 12)] for pigeon in range(12)]
    pairs = [[-one, -other] for hole in zip(*pigeons, strict=True) for one, other in combinations(hole, 2)]
    solver = pysat.SatSolver(pysat.DEFAULT_BACKEND, pigeons + pairs)
    with pytest.raises(TimeoutError), TimeLimit(0.1):
        pysat.model_of(solver, [], 9)
    solver.delete()


def test_ctrl_c() -> None:
    """Ctrl-C during a search raises KeyboardInterrupt after the search, without a crash."""
    program = """
import os, signal, subprocess
from itertools import combinations
from crosscover.oracles.pysat import model_of, SatSolver
signal.signal(signal.SIGINT, signal.default_int_handler)
subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"])
while True:
    pigeons = [[pigeon * 7 + hole for hole in range(1, 8)] for pigeon in range(8)]
    pairs = [[-one, -other] for hole in zip(*pigeons) for one, other in combinations(hole, 2)]
    solver = SatSolver("cadical195", pigeons + pairs)
    assert model_of(solver, [], 9) is None
    solver.delete()
"""
    ran = run([sys.executable, "-c", program], ROOT)
    assert (ran.code, ran.errors.splitlines()[-1]) == (-signal.SIGINT, "KeyboardInterrupt")


def test_quiet_exit() -> None:
    """Solvers that exist at exit are deleted before python-sat is unloaded, so there are no error messages."""
    program = "from crosscover.oracles import sat; sat.kept = sat.SatEngine(); next(sat.kept(sat.Grid.empty()))"
    ran = run([sys.executable, "-c", program], ROOT)
    assert (ran.code, ran.errors) == (0, "")


def test_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without python-sat there are no SAT engines."""

    def missing(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("crosscover.oracles.errors.import_module", missing)
    with pytest.raises(UnavailableEngineError, match="python-sat cannot be imported: No module named 'pysat"):
        SatEngine()


def _failing(*_: object, **_options: object) -> None:
    raise EngineError("broken")
