"""The engines by name."""

import pytest

from crosscover import engines
from crosscover.engines import DEFAULT_PANEL, ENGINES, engine
from crosscover.errors import UsageError
from crosscover.oracles.errors import UnavailableEngineError


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
    with pytest.raises(UsageError) as caught:
        engine(name)
    assert str(caught.value).startswith(f"there is no engine {name!r}; {hint}")


def test_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled dancing links are unavailable if they were not built."""
    monkeypatch.setattr(engines, "compiled_dancing_links", lambda: None)
    with pytest.raises(
        UnavailableEngineError, match="dlx:compiled cannot run here: the dancing links are not compiled"
    ):
        engine("dlx:compiled")
