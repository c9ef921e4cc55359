"""What the tests of `crosscover check` share."""

from pathlib import Path

import pytest

from .running import Here


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Runs checks in an empty directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "CROSSCOVER_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Here(tmp_path, capsys)
