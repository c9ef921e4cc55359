"""Ctrl-C and other early ends."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from tests.processes import members

from . import solvers
from .running import Here, run, started


def begun(process: "subprocess.Popen[str]", report: Path) -> None:
    """Wait until a check has finished one property and runs the next."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(("passed ", "WRONG ")):
            break
    assert json.loads(report.read_text())["footer"]["complete"] is False


@pytest.mark.parametrize(
    ("subject", "everyone"),
    [
        pytest.param("engine:dlx", False, marks=pytest.mark.slow),
        ("python:mine.py:solve", True),
        pytest.param("exec:./solver", False, marks=pytest.mark.slow),
    ],
)
def test_ctrl_c(subject: str, everyone: bool, here: Here) -> None:
    """Ctrl-C ends a check at once with exit code 130, no traceback, no child process and an incomplete report.

    A terminal sends the signal to every foreground process; `kill -INT` only to this one. Engines run in this one.
    """
    here.write("mine.py", solvers.RIGHT_PYTHON)
    here.compiled(solvers.RIGHT_C)
    report = here.directory / "report.json"
    chosen = ["-k", "full_grids or patterns", "--examples=60"]
    with started([subject, *chosen, "--json", str(report)], here.directory) as process:
        begun(process, report)
        (os.killpg if everyone else os.kill)(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert members(process.pid) == []
    footer = json.loads(report.read_text())["footer"]
    assert process.returncode == 130
    assert "Traceback" not in output + errors
    assert "The run is not complete: it was cut short." in output
    assert (footer["complete"], footer["exit_code"]) == (False, 130)


def test_lanes(here: Here) -> None:
    """Ctrl-C ends all lanes, and their solvers."""
    text = solvers.RIGHT_C.replace("        solve();\n", "        solve();\n        usleep(1000);\n", 1)
    here.compiled(f"#include <unistd.h>\n{text}")
    with started(["exec:./solver", "--jobs=2", "--time=100", "-k", "volume"], here.directory) as process:
        while len(running(here.directory / "solver")) < 2:
            assert process.poll() is None
            sleep(0.02)
        os.kill(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in output + errors
    assert running(here.directory / "solver") == []


def running(program: Path) -> list[str]:
    """The IDs of the processes that run a program."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "exe").readlink() == program:
                found.append(process.name)
    return found


UNHEARD = """\
import gc, os, signal, sys
from crosscover.cli import main

def interrupt(phase, info):
    if "PYTEST_CURRENT_TEST" in os.environ:
        gc.callbacks.remove(interrupt)
        signal.raise_signal(signal.SIGINT)

gc.callbacks.append(interrupt)
sys.exit(main(["check", "engine:dlx", "--examples=2000"]))
"""


def test_while_garbage_is_collected(tmp_path: Path) -> None:
    """A Ctrl-C during a garbage collection, when Python swallows exceptions, ends the check."""
    ran = run([sys.executable, "-c", UNHEARD], tmp_path, seconds=300)
    assert ran.code == 130
    assert "The run is not complete: it was cut short." in ran.output
    assert "KeyboardInterrupt" not in ran.output + ran.errors


def test_full_disk(here: Here) -> None:
    """If a report cannot be written, the run does not pass, and its findings are still shown."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    ran = here("python:mine.py:solve", "--examples=1", "--json=/dev/full", "-k", "images")
    assert ran.code == 2
    assert "no errors found" in ran.output.lower()
    assert ran.errors == "crosscover: /dev/full: No space left on device\n"


def test_directory_goes_away(here: Here) -> None:
    """If a report cannot be written at the end, the terminal still shows the findings, and the exit code is 2."""
    moving = "    if puzzle[:6] != '...3.9' and os.path.exists('reports'):\n        os.rename('reports', 'gone')\n"
    text = solvers.RIGHT_PYTHON.replace("    board = [", f"{moving}    board = [", 1)
    here.write("mine.py", f"import os\n\n{text}")
    (here.directory / "reports").mkdir()
    ran = here(
        *("python:mine.py:solve", "--examples=1", "--json=reports/report.json", "--jobs=1"),
        *("--seed=0", "-k", "images or patterns"),  # with the seed 0, the first puzzle begins with ...3.9
    )
    assert "reports/report.json" in ran.errors
    assert "Traceback" not in ran.output + ran.errors
    assert "2 of 2 selected properties hold" in ran.output
    assert ran.code == 2
