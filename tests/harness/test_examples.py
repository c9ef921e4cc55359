"""Running examples with Hypothesis."""

import importlib
import sys
from pathlib import Path

import pytest
from hypothesis import Verbosity, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine

from crosscover.harness.examples import run_examples


def drawn(seed: int, count: int = 10) -> list[int]:
    """The examples of a seed."""
    seen: list[int] = []
    run_examples(st.integers(0, 10**9), seen.append, seed=seed, count=count, shrink=True)
    return seen


def test_examples_do_not_depend_on_loaded_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis does not draw constants of a module that is loaded between two runs with one seed."""
    before = drawn(1, count=100)
    (tmp_path / "numbered.py").write_text(f"NUMBERS = {list(range(1000, 1500))}\n")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    importlib.import_module("numbered")
    assert drawn(1, count=100) == before


@pytest.mark.filterwarnings("error")
def test_hypothesis_is_silent(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Hypothesis neither prints nor warns nor adds notes, whatever profile a project loads, and however it ends."""
    monkeypatch.setattr(engine, "MAX_SHRINKING_SECONDS", 0)
    settings.register_profile("loud", verbosity=Verbosity.debug, deadline=1, print_blob=True)
    settings.load_profile("loud")

    def fail(number: int) -> None:
        if number > 100:
            raise ValueError(number)

    try:
        with pytest.raises(ValueError, match=r"\d{3}") as caught:
            run_examples(st.integers(0, 10**9), fail, seed=1, count=50, shrink=True)
    finally:
        settings.load_profile("default")
    assert capfd.readouterr() == ("", "")
    assert getattr(caught.value, "__notes__", []) == []
