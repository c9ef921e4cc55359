"""CP-SAT by its two models and its two ways in."""

import os
import signal
from collections.abc import Callable

import pytest

from crosscover.oracles import ortools
from crosscover.oracles.alldiff import AllDifferentEngine
from crosscover.oracles.cpsat import CpsatEngine, read_back
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.ortools import Route, named_route, open_route
from crosscover.oracles.ortools_helper import HelperRoute
from crosscover.oracles.ortools_public import PublicRoute
from crosscover.reference import CELL_LAST, CoverTable, Engine, Grid, Shape, Unique, verdict

from .processes import python
from .puzzles import COUNTED, HARD, MANY, SMALL, SOLVED

ENGINES: list[Callable[[Route], Engine]] = [lambda way: CpsatEngine(way=way), lambda way: AllDifferentEngine(way=way)]


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("texts", [SOLVED, COUNTED, HARD])
def test_both_ways_agree(make: Callable[[Route], Engine], texts: dict[str, object]) -> None:
    """The undocumented way to CP-SAT and the public one find the same solutions."""
    helper, public = make(named_route("helper")), make(named_route("public"))
    for text in texts:
        assert set(public(Grid.parse(text))) == set(helper(Grid.parse(text)))


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("way", ["helper", "public"])
def test_many(make: Callable[[Route], Engine], way: str) -> None:
    """Hundreds of solutions, more than one run looks for, are all found and all different."""
    engine = make(named_route(way))
    assert list(MANY.values()) == [len(set(engine(Grid.parse(text)))) for text in MANY]


@pytest.mark.parametrize("way", ["helper", "public"])
def test_read_back(way: str) -> None:
    """The proto of either way holds as many Booleans as options, an exactly-one for each item, and nothing else."""
    table = CoverTable(order=CELL_LAST)
    model = named_route(way).exactly_ones(729, table.covering)
    assert (729, list(table.covering), 0) == model.read_back()


def test_read_back_counts_others() -> None:
    """Constraints that are not exactly-ones are counted."""
    assert named_route("helper").all_different(4, range(1, 5), [(0, 1), (2, 3)]).read_back() == (0, [], 2)


def test_read_back_of_a_table() -> None:
    """The model that the engine asks is that of the table."""
    table = CoverTable(Shape(2, 3))
    assert (216, list(table.covering), 0) == read_back(table)


@pytest.mark.parametrize("way", ["helper", "public"])
def test_false_is_a_clue_too(way: str) -> None:
    """A Boolean can be held at false."""
    model = named_route(way).exactly_ones(3, [(0, 1, 2)])
    assert {(False, True, False), (False, False, True)} == set(model.solve({0: 0}, 9).solutions)


def test_helper_first() -> None:
    """The quick way is taken where it is open."""
    assert isinstance(open_route(), HelperRoute)


@pytest.mark.parametrize("closed", [ImportError, AttributeError])
def test_public_next(monkeypatch: pytest.MonkeyPatch, closed: type[Exception]) -> None:
    """The public way is taken where the other is not as it was."""

    def barred(name: str) -> Route:
        if name == "helper":
            raise closed
        return PublicRoute()

    monkeypatch.setattr(ortools, "named_route", barred)
    engine = CpsatEngine(way=ortools.open_route.__wrapped__())
    assert isinstance(verdict(engine, Grid.parse(next(iter(SOLVED)))), Unique)


def test_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where OR-tools is not installed, the engine is not available."""

    def barred(name: str) -> Route:
        raise ImportError(f"no way {name}")

    monkeypatch.setattr(ortools, "named_route", barred)
    with pytest.raises(UnavailableEngineError, match="OR-tools cannot be imported: no way public"):
        ortools.open_route.__wrapped__()


def test_light_import() -> None:
    """The quick way loads neither numpy nor pandas."""
    program = (
        "import sys; from crosscover.oracles import cpsat; next(cpsat.CpsatEngine()(cpsat.Grid.empty()));"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'pandas', 'ortools.sat.python.cp_model')))"
    )
    assert python(program).returncode == 0


@pytest.mark.parametrize("make", ENGINES)
def test_ctrl_c_still_works(make: Callable[[Route], Engine]) -> None:
    """After CP-SAT has run, Ctrl-C is Python's again."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        next(make(open_route())(Grid.empty(SMALL)))
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
