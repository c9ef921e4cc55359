"""Fixtures for the tests of `crosscover check`."""

from pathlib import Path

import pytest

from crosscover import engines

from .running import QUICK_PANEL, Here


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """A runner of checks in an empty directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "CROSSCOVER_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Here(tmp_path, capsys)


@pytest.fixture
def quick_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use fewer engines to judge runs in this process."""
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
