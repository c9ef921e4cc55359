"""The engines by name."""

import pytest

from crosscover import engines
from crosscover.engines import DEFAULT_PANEL, availability, engine, names
from crosscover.oracles.cnf import ENCODINGS
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.sat import BACKENDS
from crosscover.reference import DancingLinks, Grid, Unique, verdict

from .puzzles import SOLVED

PUZZLE = Grid.parse(next(iter(SOLVED)))


def test_default_panel() -> None:
    """The default panel consists of named engines, one of each kind."""
    assert set(DEFAULT_PANEL) < set(names())
    assert len({name.partition(":")[0] for name in DEFAULT_PANEL}) == len(DEFAULT_PANEL)


def test_names() -> None:
    """All names differ, and every backend of python-sat has one."""
    assert len(set(names())) == len(names())
    assert {f"sat:{backend}" for backend in BACKENDS} < set(names())


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings(encoding: str) -> None:
    """The name of a SAT engine may have an encoding after its backend."""
    assert isinstance(verdict(engine(f"sat:minisat22:{encoding}"), PUZZLE), Unique)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("dxl", "did you mean dlx?"),
        ("dlx:ommit", "did you mean dlx:omit"),
        ("sat:cadcal195", "did you mean sat:cadical195"),
        ("sat:cadical195:lader", "did you mean sat:cadical195:ladder"),
        ("sat:cadical195:ladder:more", "did you mean sat:cadical195:ladder"),
        ("cpsat:alldiff", "did you mean cpsat-alldiff"),
        ("", "`crosscover engines` lists them"),
    ],
)
def test_unknown(name: str, hint: str) -> None:
    """An unknown name is refused with similar names, or a hint where to find them."""
    with pytest.raises(UnknownEngineError) as caught:
        engine(name)
    assert str(caught.value).startswith(f"there is no engine {name!r}; {hint}")


def test_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled dancing links are unavailable if they were not built."""
    monkeypatch.setattr(engines, "compiled_dancing_links", lambda: None)
    with pytest.raises(
        UnavailableEngineError, match="dlx:compiled cannot run here: the dancing links are not compiled"
    ):
        engine("dlx:compiled")


def test_availability(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has a row for every name, with the reason if an engine is unavailable."""
    monkeypatch.setattr(engines, "compiled_dancing_links", lambda: None)
    rows = {row.name: row for row in availability()}
    assert list(names()) == list(rows)
    assert rows["dlx:compiled"].unavailable_reason == "the dancing links are not compiled from their present source"
    assert rows["bitmask"].unavailable_reason is None
    assert rows["cpsat"].version[0].isdigit()


@pytest.mark.parametrize(("links", "build"), [(DancingLinks, "pure"), (object, "compiled")])
def test_which_build(monkeypatch: pytest.MonkeyPatch, links: type, build: str) -> None:
    """The row of the reference shows which build of the dancing links is used."""
    monkeypatch.setattr(engines, "dancing_links", lambda: links)
    assert next(availability()).description == f"the reference, dancing links, {build}"
