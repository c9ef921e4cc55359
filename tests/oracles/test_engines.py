"""The engines by name."""

import pytest

from crosscover import engines
from crosscover.engines import DEFAULT_PANEL, ENGINES, descriptions, engine
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.reference import DancingLinks


def test_default_panel() -> None:
    """The default panel consists of named engines, one of each kind."""
    assert set(DEFAULT_PANEL) < set(ENGINES)
    assert len({name.partition(":")[0] for name in DEFAULT_PANEL}) == len(DEFAULT_PANEL)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("dxl", "did you mean dlx?"),
        ("dlx:ommit", "did you mean dlx:omit"),
        ("sat:cadcal195", "did you mean sat:cadical195"),
        ("sat:lingeling", "did you mean"),
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


def test_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has a row for every name, with the reason if an engine is unavailable."""
    monkeypatch.setattr(engines, "compiled_dancing_links", lambda: None)
    reasons = {name: reason for name, _, reason in descriptions()}
    assert list(ENGINES) == list(reasons)
    reason = "dlx:compiled cannot run here: the dancing links are not compiled from their current source"
    assert reasons["dlx:compiled"] == reason
    assert reasons["bitmask"] is None


@pytest.mark.parametrize(("links", "build"), [(DancingLinks, "pure"), (object, "compiled")])
def test_which_build(monkeypatch: pytest.MonkeyPatch, links: type, build: str) -> None:
    """The row of the reference shows which build of the dancing links is used."""
    monkeypatch.setattr(engines, "dancing_links", lambda: links)
    assert next(descriptions())[1] == f"the reference, dancing links, {build}"
