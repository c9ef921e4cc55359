"""A run that is terminated leaves nothing behind."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import pytest

from tests.processes import members

from . import solvers
from .running import ENVIRONMENT, Here, started

LONG = ("--examples=100000", "-k", "patterns")


@pytest.fixture
def default_signals() -> Iterator[None]:
    """Let started processes begin with default signal handling."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize(
    ("number", "everyone"), [(signal.SIGTERM, False), (signal.SIGHUP, True)], ids=["kill", "terminal that is closed"]
)
@pytest.mark.usefixtures("default_signals")
def test_end(number: signal.Signals, everyone: bool, here: Here, tmp_path: Path) -> None:
    """SIGTERM and SIGHUP end a check as Ctrl-C does, and leave no temporary files."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    calls = tmp_path / "calls"
    calls.touch()
    counting = (
        f"right = solve\ndef solve(puzzle):\n    open({str(calls)!r}, 'a').write('.')\n    return right(puzzle)\n"
    )
    here.write("mine.py", f"{solvers.RIGHT_PYTHON}\n{counting}")
    with (
        patch.dict(ENVIRONMENT, TMPDIR=str(temporary)),
        started(["python:mine.py:solve", *LONG], here.directory) as process,
    ):
        until = time.monotonic() + 60
        while calls.stat().st_size < 200:  # more than the trial before the run
            assert time.monotonic() < until
            time.sleep(0.01)
        (os.killpg if everyone else os.kill)(process.pid, number)
        output, errors = process.communicate(timeout=60)
        assert members(process.pid) == []

    assert process.returncode in (130, -signal.SIGINT), errors  # a shell reports 130 for both
    assert "Traceback" not in errors
    assert "The run is not complete: it was cut short." in output
    assert list(temporary.iterdir()) == []


def broken(*_arguments: object, **_options: object) -> NoReturn:
    """Raise an exception that only a bug in crosscover raises."""
    raise ValueError("min() arg is an empty sequence")


def test_a_measurement_that_fails(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the measurement of performance is reported as what was not measured, and changes no verdict."""
    monkeypatch.setattr("crosscover.harness.session.measure", broken)
    ran = here("engine:bitmask", "--examples=1", "-k=full_grids", "--performance=1")
    assert (ran.code, ran.errors) == (0, "")
    assert "not measured  anything: ValueError: min() arg is an empty sequence" in ran.output


def test_internal_error(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error ends a run with exit code 3 and one sentence, and with incomplete reports."""
    monkeypatch.setattr("crosscover.harness.harness.outcome_of", broken)
    ran = here("engine:bitmask", "--examples=1", "-k=full_grids", "--performance=1", "--json=r.json", "--junit=r.xml")
    sentence = "internal error: ValueError: min() arg is an empty sequence; set CROSSCOVER_DEBUG=1 for the traceback"
    assert ran.errors == f"crosscover: {sentence}\n"
    assert ran.code == 3
    footer = json.loads((here.directory / "r.json").read_text())["footer"]
    assert (footer["complete"], footer["exit_code"]) == (False, 3)
    assert "The run is not complete" in ran.output
    assert "cut short" in (here.directory / "r.xml").read_text()
