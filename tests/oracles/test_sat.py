"""SAT solvers that are reused from puzzle to puzzle."""

import signal
from collections.abc import Iterable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import cast

import pytest

from crosscover.oracles import pysat, sat
from crosscover.oracles.errors import EngineError, UnavailableEngineError
from crosscover.oracles.rules import first_violation
from crosscover.oracles.sat import BACKENDS, SatEngine
from crosscover.reference import Grid, Unique, verdict

from .processes import python
from .puzzles import COUNTED, HARD, SMALL, SOLVED

PUZZLE = Grid.parse(next(iter(SOLVED)))


class Ledger:
    """A factory of solvers that counts created and deleted ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.deleted = 0
        self._new = pysat.new_solver
        monkeypatch.setattr(sat, "new_solver", self)

    def __call__(self, backend: str, clauses: Iterable[Sequence[int]]) -> pysat.SatSolver:
        """Create a solver."""
        self.made += 1
        return cast("pysat.SatSolver", Entry(self, self._new(backend, clauses)))


class Entry:
    """A solver that reports its deletion."""

    def __init__(self, ledger: Ledger, solver: pysat.SatSolver) -> None:
        self._ledger = ledger
        self._solver = solver
        self.add_clause = solver.add_clause
        self.solve = solver.solve
        self.get_model = solver.get_model

    def delete(self) -> None:
        """Report the deletion."""
        self._ledger.deleted += 1
        self._solver.delete()


def test_every_family() -> None:
    """Every solver of the installed python-sat is in the table of backends by one of its names."""
    families = cast("dict[str, object]", vars(import_module("pysat.solvers").SolverNames))
    aliases = [set(cast("tuple[str, ...]", names)) for name, names in families.items() if not name.startswith("_")]
    assert [len(names & BACKENDS.keys()) for names in aliases] == [1] * len(BACKENDS)


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


@pytest.mark.parametrize("backend", ["kissat404", "cadical195"])
def test_deleted_when_broken(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    """A solver that fails is deleted and not reused."""
    ledger = Ledger(monkeypatch)
    engine = SatEngine(backend)
    with monkeypatch.context() as patch:
        patch.setattr(sat, "model_of", _failing)
        with pytest.raises(EngineError):
            verdict(engine, PUZZLE)
    assert (ledger.made, ledger.deleted) == (1, 1)
    assert isinstance(verdict(engine, PUZZLE), Unique)


def test_not_incremental(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that cannot be asked twice is made for each solution and deleted at once."""
    ledger = Ledger(monkeypatch)
    assert isinstance(verdict(SatEngine("kissat404"), PUZZLE), Unique)
    assert (ledger.made, ledger.deleted) == (2, 2)


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


@pytest.mark.parametrize("backend", ["cadical195", "glucose4", "minisat22"])
def test_ctrl_c(backend: str) -> None:
    """Ctrl-C during a search raises KeyboardInterrupt after the search, without a crash."""
    program = f"""
import os, signal, subprocess
from itertools import combinations
from crosscover.oracles.pysat import model_of, new_solver
signal.signal(signal.SIGINT, signal.default_int_handler)
subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {{os.getpid()}}"])
while True:
    pigeons = [[pigeon * 7 + hole for hole in range(1, 8)] for pigeon in range(8)]
    pairs = [[-one, -other] for hole in zip(*pigeons) for one, other in combinations(hole, 2)]
    solver = new_solver("{backend}", pigeons + pairs)
    assert model_of(solver, [], 9) is None
    solver.delete()
"""
    ended = python(program)
    assert (ended.returncode, ended.stderr.splitlines()[-1]) == (-signal.SIGINT, b"KeyboardInterrupt")


@pytest.mark.parametrize("backend", ["cadical195", "glucose4", "minisat22"])
@pytest.mark.parametrize(("when", "function"), [("before", "__init__"), ("after", "delete")])
def test_ctrl_c_in_the_making(backend: str, when: str, function: str) -> None:
    """Ctrl-C while python-sat creates or frees a solver raises KeyboardInterrupt afterwards, without a crash."""
    program = f"""
import signal
from crosscover.oracles import pysat

def interrupted(*args, **options):
    Solver.{function} = original
    if {when!r} == "before":
        signal.raise_signal(signal.SIGINT)
    original(*args, **options)
    if {when!r} == "after":
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
pysat.new_solver({backend!r}, [[1]]).delete()
from pysat.solvers import Solver
original = Solver.{function}
Solver.{function} = interrupted
solver = pysat.new_solver({backend!r}, [[1, 2]])
solver.delete()
"""
    ended = python(program)
    assert (ended.returncode, ended.stderr.splitlines()[-1]) == (-signal.SIGINT, b"KeyboardInterrupt")
    assert b"ignored" not in ended.stderr


def test_quiet_exit() -> None:
    """Solvers that exist at exit are deleted before python-sat is unloaded, so there are no error messages."""
    program = "from crosscover.oracles import sat; sat.kept = sat.SatEngine(); next(sat.kept(sat.Grid.empty()))"
    ended = python(program)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend that needs a missing package names it."""

    def nowhere(_name: str) -> None:
        pass

    monkeypatch.setattr(pysat, "find_spec", nowhere)
    pysat.unavailable_reason.cache_clear()
    with pytest.raises(UnavailableEngineError, match="the package pycryptosat is not installed"):
        SatEngine("cryptominisat")
    pysat.unavailable_reason.cache_clear()


def test_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend that this build of python-sat lacks is unavailable and does not crash."""
    monkeypatch.setattr(pysat, "new_solver", _failing)
    pysat.unavailable_reason.cache_clear()
    with pytest.raises(UnavailableEngineError, match="python-sat does not offer it: EngineError: broken"):
        SatEngine("ergo")
    pysat.unavailable_reason.cache_clear()


def _failing(*_: object, **_options: object) -> None:
    raise EngineError("broken")
