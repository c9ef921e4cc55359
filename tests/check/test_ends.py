"""A run that is terminated leaves nothing behind, at the latest after the next run."""

import json
import os
import signal
import time
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import NoReturn

import pytest

from . import solvers
from .running import ENVIRONMENT, Here, members, started

LONG = ("--examples=100000", "-k", "patterns")
NAME = "crosscover-hypothesis-{}"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of started processes, with default signal handling."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setitem(ENVIRONMENT, "TMPDIR", str(folder))
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    yield folder
    for number, handler in before.items():
        signal.signal(number, handler)


def wait_for_folder(temporary: Path, known: Collection[Path] = ()) -> Path:
    """Wait until a check has made its temporary folder, as it does while it runs a property."""
    until = time.monotonic() + 60
    while not (new := set(temporary.glob(NAME.format("*"))) - set(known)):
        assert time.monotonic() < until
        time.sleep(0.01)
    return new.pop()


def abandoned(folder: Path, name: str) -> Path:
    """A folder as left behind by a killed run."""
    left = folder / name
    left.mkdir()
    (left / "file").touch()
    return left


@contextmanager
def hidden_lock(folder: Path) -> Generator[None]:
    """Lock a folder as a run does."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        flock(handle, LOCK_EX)
        yield
    finally:
        os.close(handle)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("everyone", [True, False], ids=["group", "suite"])
def test_end(number: signal.Signals, everyone: bool, here: Here, temporary: Path) -> None:
    """SIGTERM and SIGHUP end a check as Ctrl-C does."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    with started(["python:mine.py:solve", *LONG], here.directory) as process:
        wait_for_folder(temporary)
        (os.killpg if everyone else os.kill)(process.pid, number)
        output, errors = process.communicate(timeout=60)
        assert members(process.pid) == []

    assert process.returncode in (130, -signal.SIGINT), errors  # a shell reports 130 for both
    assert "Traceback" not in errors
    assert "The run is not complete: it was cut short." in output
    assert list(temporary.iterdir()) == []


def test_folders_of_killed_runs(here: Here, temporary: Path) -> None:
    """The next run removes the folder of a killed run, but neither those of running ones nor other folders."""
    others = {abandoned(temporary, name) for name in ("crosscover-clone", NAME.format("my-notes"))}
    with started(["engine:dlx", *LONG], here.directory) as killed:
        left = wait_for_folder(temporary, others)
        killed.kill()
        killed.wait()
    with started(["engine:dlx", *LONG], here.directory):
        used = wait_for_folder(temporary, {left, *others})
        hidden = abandoned(temporary, left.name + "hidden")  # that of a process in another container
        with hidden_lock(hidden), started(["engine:dlx", "--examples=1", "-k", "patterns"], here.directory) as last:
            output, _ = last.communicate(timeout=60)
        assert last.returncode == 0, output
        assert set(temporary.iterdir()) == {used, hidden, *others}


def broken(*_arguments: object, **_options: object) -> NoReturn:
    """Raise an exception that only a bug in crosscover raises."""
    raise ValueError("min() arg is an empty sequence")


@pytest.mark.parametrize("place", ["crosscover.harness.harness.outcome_of", "crosscover.harness.session.measure"])
def test_internal_error(place: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error ends a run with exit code 3 and one sentence, and with incomplete reports."""
    monkeypatch.setattr(place, broken)
    ran = here("engine:bitmask", "--examples=1", "-k=full_grids", "--performance=1", "--json=r.json", "--junit=r.xml")
    sentence = "internal error: ValueError: min() arg is an empty sequence; set CROSSCOVER_DEBUG=1 for the traceback"
    assert ran.errors == f"crosscover: {sentence}\n"
    assert ran.code == 3
    footer = json.loads((here.directory / "r.json").read_text())["footer"]
    assert (footer["complete"], footer["exit_code"]) == (False, 3)
    assert "The run is not complete" in ran.output
    assert "cut short" in (here.directory / "r.xml").read_text()
