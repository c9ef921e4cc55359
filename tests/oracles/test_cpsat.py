"""CP-SAT by its two models, and the module of OR-tools beneath them."""

import os
import signal
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from crosscover.oracles import cpsat, ortools
from crosscover.oracles.cpsat import AllDifferentEngine, CpsatEngine, exactly_one_model
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.ortools import Binding, ExactlyOneModel, PublicModel, load_models, read_back
from crosscover.reference import CELL_LAST, CoverTable, Engine, Grid, Shape
from crosscover.time_limit import time_limit
from crosscover.undisturbed import load_library

from .processes import python
from .puzzles import COUNTED, HARD, MANY, SMALL, SOLVED

ENGINES: list[Callable[[], Engine]] = [CpsatEngine, AllDifferentEngine]


def solve_publicly(puzzle: Grid) -> set[Grid]:
    """All solutions of a puzzle as `cp_model`, the documented interface, finds them: for each house "all different"."""
    cp_model: Any = load_library("ortools.sat.python.cp_model")
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


def returning(value: object) -> Callable[..., object]:
    """A function that returns the value for any arguments."""

    def call(*_: object) -> object:
        return value

    return call


@pytest.mark.parametrize("make", ENGINES)
def test_the_public_interface_agrees(make: Callable[[], Engine]) -> None:
    """The undocumented module and the documented one find the same solutions: none, one and several."""
    engine = make()
    for text in (*SOLVED, *COUNTED, *HARD):
        assert set(engine(Grid.parse(text))) == solve_publicly(Grid.parse(text))


@pytest.mark.parametrize("make", ENGINES)
def test_many(make: Callable[[], Engine]) -> None:
    """Hundreds of solutions, more than one run looks for, are all found and all different."""
    engine = make()
    assert list(MANY.values()) == [len(set(engine(Grid.parse(text)))) for text in MANY]


@pytest.mark.parametrize("table", [CoverTable(order=CELL_LAST), CoverTable(Shape(2, 3))])
def test_read_back(table: CoverTable) -> None:
    """The proto holds as many Booleans as options, an exactly-one for each item, and nothing else."""
    assert (table.shape.options, list(table.covering), 0) == read_back(exactly_one_model(table).proto)


def test_read_back_counts_others() -> None:
    """Constraints that are not exactly-ones are counted."""
    proto = Binding().parse(
        "variables { domain: [0, 1] } variables { domain: [0, 1] } variables { domain: [0, 7] }"
        "constraints { exactly_one { literals: [0, 1] } } constraints { bool_or { literals: [0, 1] } }"
    )
    assert read_back(proto) == (2, [(0, 1)], 1)


def test_false_is_a_clue_too() -> None:
    """A Boolean can be fixed to false."""
    model = load_models().exactly_one(3, [(0, 1, 2)])
    assert {b"\x00\x01\x00", b"\x00\x00\x01"} == set(model.solve({0: 0}, 9).solutions)


def hide(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Make OR-tools a version without some of its modules."""

    def import_others(name: str) -> object:
        if name.rpartition(".")[2] in modules:
            raise ImportError(name)
        return load_library(name)

    monkeypatch.setattr(ortools, "load_library", import_others)


def test_the_fast_interface_works() -> None:
    """The installed version of OR-tools has the undocumented module as it is used here; if not, adapt `Binding`."""
    assert isinstance(load_models().exactly_one(2, [(0, 1)]), ExactlyOneModel)


@pytest.mark.parametrize("make", ENGINES)
def test_without_the_undocumented_module(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Engine]) -> None:
    """If a version of OR-tools has no such module, the public interface finds the same solutions."""
    puzzles = [Grid.parse(text) for text in (*SOLVED, *COUNTED)]
    expected = [set(make()(puzzle)) for puzzle in puzzles]
    hide(monkeypatch, "cp_model_helper")
    monkeypatch.setattr(cpsat, "load_models", load_models.__wrapped__)
    assert isinstance(load_models.__wrapped__().exactly_one(2, [(0, 1)]), PublicModel)
    engine = make()
    assert [set(engine(puzzle)) for puzzle in puzzles] == expected


def test_the_public_interface_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit ends a search through the public interface too."""
    hide(monkeypatch, "cp_model_helper")
    model = load_models.__wrapped__().exactly_one(729, CoverTable().covering)
    with pytest.raises(TimeoutError), time_limit(0.2):
        model.solve({}, 10**9)


@pytest.mark.parametrize("table", [CoverTable(), CoverTable(Shape(2, 3))])
def test_read_back_from_the_public_interface(monkeypatch: pytest.MonkeyPatch, table: CoverTable) -> None:
    """The public interface builds the same model."""
    hide(monkeypatch, "cp_model_helper")
    proto = load_models.__wrapped__().exactly_one(table.shape.options, table.covering).proto
    assert read_back(proto) == (table.shape.options, list(table.covering), 0)


def test_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """If neither interface works, the message names the installed version and the known one."""
    hide(monkeypatch, "cp_model_helper", "cp_model")
    monkeypatch.setattr(ortools, "version", returning("9.99"))
    with pytest.raises(
        UnavailableEngineError,
        match=r"OR-tools 9\.99 is installed, and works otherwise than 9\.15: .*cp_model_helper; .*cp_model",
    ):
        load_models.__wrapped__()


def test_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that solves small models wrongly is not used."""
    monkeypatch.setattr(ortools.Binding, "run", returning(ortools.SearchResult([], "INFEASIBLE")))
    hide(monkeypatch, "cp_model")
    with pytest.raises(UnavailableEngineError, match="two small models have the wrong solutions"):
        load_models.__wrapped__()


def test_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If OR-tools is not installed, the engine is not available."""

    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(ortools, "load_library", missing)
    monkeypatch.setattr(ortools, "version", missing)
    with pytest.raises(UnavailableEngineError, match="OR-tools is not installed"):
        load_models.__wrapped__()


def test_light_import() -> None:
    """CP-SAT is used without numpy, pandas and the public interface, which take long to import."""
    program = (
        "import sys; from crosscover.oracles import cpsat; next(cpsat.CpsatEngine()(cpsat.Grid.empty()));"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'pandas', 'ortools.sat.python.cp_model')))"
    )
    assert python(program).returncode == 0


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
