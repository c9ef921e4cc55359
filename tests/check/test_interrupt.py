"""Early ends: Ctrl-C, reports that cannot be written, and internal errors."""

import os
import signal
import sys
from pathlib import Path
from time import sleep
from unittest.mock import Mock

import pytest

from crosscover.result import CheckResult, decode
from tests.processes import is_running, members, wait_until

from . import solvers
from .running import Here, run, started

NOTING = solvers.RIGHT_PYTHON.replace("    board = [", "    open(f'{os.getpid()}.pid', 'w').close()\n    board = [", 1)


@pytest.mark.parametrize(("everyone", "jobs"), [pytest.param(True, 1, marks=pytest.mark.slow), (False, 2)])
def test_ctrl_c(everyone: bool, jobs: int, here: Here) -> None:
    """Ctrl-C ends a check immediately with exit code 130, no traceback, no child process and an incomplete report.

    A terminal sends the signal to every foreground process; `kill -INT` only to this one.
    """
    here.write("mine.py", f"import os\n{NOTING}")
    report = here.directory / "report.json"
    arguments = ["python:mine.py:solve", f"--jobs={jobs}", "--rounds=20", "-k", "patterns", "--json=report.json"]
    with started(arguments, here.directory) as process:
        wait_until(lambda: report.exists() and len(list(here.directory.glob("*.pid"))) >= jobs)
        sleep(0.5)  # the solver may have answered only the easy puzzle
        (os.killpg if everyone else os.kill)(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert members(process.pid) == []
    assert not [file for file in here.directory.glob("*.pid") if is_running(int(file.stem))]
    result: CheckResult = decode(report.read_text())
    assert process.returncode == 130
    assert "Traceback" not in output + errors
    assert "The run is not complete: it was interrupted." in output
    assert (result.complete, result.exit_code) == (False, 130)


UNHEARD = """\
import gc, signal, sys
from crosscover import engines
from crosscover.result import CheckResult, decode
from crosscover.cli import main

def interrupt(phase, info):
    if sys.unraisablehook is not sys.__unraisablehook__:
        gc.callbacks.remove(interrupt)
        signal.raise_signal(signal.SIGINT)

gc.callbacks.append(interrupt)
engines.DEFAULT_PANEL = ("bitmask", "dlx")
sys.exit(main(["check", "engine:dlx", "--rounds=20"]))
"""


def test_while_garbage_is_collected(tmp_path: Path) -> None:
    """Ctrl-C ends the check even during a garbage collection, when Python swallows exceptions."""
    ran = run([sys.executable, "-c", UNHEARD], tmp_path)
    assert ran.code == 130
    assert "The run is not complete: it was interrupted." in ran.output
    assert "KeyboardInterrupt" not in ran.output + ran.errors


@pytest.mark.usefixtures("quick_panel")
def test_directory_goes_away(here: Here) -> None:
    """If a report cannot be written at the end, the terminal still shows the findings, and the exit code is 2."""
    moving = "    if 'begun' in globals() and os.path.exists('reports'):\n        os.rename('reports', 'gone')\n"
    text = solvers.RIGHT_PYTHON.replace("    board = [", f"{moving}    globals()['begun'] = 1\n    board = [", 1)
    here.write("mine.py", f"import os\n\n{text}")
    (here.directory / "reports").mkdir()
    chosen = ("--rounds=1", "--json=reports/report.json", "-k", "images or patterns")
    ran = here("python:mine.py:solve", *chosen)
    assert "reports/report.json" in ran.errors
    assert "Traceback" not in ran.output + ran.errors
    assert "2 of 2 selected properties hold" in ran.output
    assert ran.code == 2


@pytest.mark.usefixtures("quick_panel")
def test_internal_error(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error ends a run with exit code 3 and one sentence, and with incomplete reports."""
    monkeypatch.setattr("crosscover.runner.run.judge", Mock(side_effect=ValueError("a bug")))
    ran = here("engine:bitmask", "--rounds=1", "-k=full_grids", "--json=r.json", "--junit=r.xml")
    sentence = "internal error: ValueError: a bug; set CROSSCOVER_DEBUG=1 for the traceback"
    assert (ran.code, ran.errors) == (3, f"crosscover: {sentence}\n")
    result: CheckResult = decode((here.directory / "r.json").read_text())
    assert (result.complete, result.exit_code) == (False, 3)
    assert "The run is not complete" in ran.output
    assert "not complete" in (here.directory / "r.xml").read_text()
