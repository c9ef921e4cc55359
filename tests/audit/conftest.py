"""A ledger to look into."""

from pathlib import Path

import pytest

from .ledgers import FACTS, audit, collection, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ledger(folder: Path) -> Path:
    """The ledger of an audit that found all that one can find."""
    made = folder / "audit.db"
    assert audit(made, collection(Path("all.txt"))) == 0
    write(made, FACTS)
    return made
