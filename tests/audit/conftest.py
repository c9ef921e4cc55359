"""Fixtures with a finished ledger."""

import shutil
from contextlib import chdir
from pathlib import Path

import pytest

from .samples import FACTS, audit, collection, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a collection and the ledger of an audit with every kind of finding."""
    folder = tmp_path_factory.mktemp("finished")
    with chdir(folder):
        assert audit(collection(Path("all.txt")), "--ledger", "audit.db") == 0
        write(Path("audit.db"), FACTS)
    return folder


@pytest.fixture
def ledger(folder: Path, finished: Path) -> Path:
    """A copy of the finished ledger, with its collection, in the working directory."""
    shutil.copytree(finished, folder, dirs_exist_ok=True)
    return folder / "audit.db"
