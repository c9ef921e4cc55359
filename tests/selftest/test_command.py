"""`python -m tests.selftest`, run in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import running_with, wait_until

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.selftest"]
QUICK = """
import sys
from crosscover import engines
from tests.selftest.__main__ import main
from tests.selftest.samples import SMALL_ZOO
from tests.selftest.zoo import MUTANTS, RIGHT
engines.DEFAULT_PANEL = ("bitmask", "dlx", "sat:cadical195")  # who decides does not matter here
sys.exit(main(solvers=SMALL_ZOO if {small} else (*MUTANTS, *RIGHT)))
"""


def environment(folder: Path) -> dict[str, str]:
    """The environment of a selftest whose temporary files go to a folder."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "TMPDIR": str(folder)}


def selftest(
    *arguments: str, folder: Path, command: list[str] = COMMAND, path: str = os.environ["PATH"], seconds: float = 300
) -> "subprocess.CompletedProcess[str]":
    """Run a selftest in a folder with a given search path for programs."""
    return subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env=environment(folder) | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


@pytest.mark.slow
def test_mutants_are_killed_and_right_solvers_pass(tmp_path: Path) -> None:
    """If all mutants are killed and there is no false positive, the exit code is 0 and no file is left."""
    names = ["bitmask", "full-grid-refused", "digits-of-the-clues", "lines-of-82"]

    command = [sys.executable, "-c", QUICK.format(small=False)]

    done = selftest(*names, "--examples", "2", "--seed", "1", "--json", "report.json", folder=tmp_path, command=command)

    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {one["name"]: one["runs"][0]["result"] for one in report["solvers"]} == {
        "full-grid-refused": "killed",
        "digits-of-the-clues": "killed",
        "lines-of-82": "killed",
        "bitmask": "passed",
    }
    assert [left.name for left in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.slow
def test_a_survivor_and_a_false_positive_are_faults_of_the_suite(tmp_path: Path) -> None:
    """A survivor or a false positive gives exit code 3, and solvers that cannot be built are named."""
    command = [sys.executable, "-c", QUICK.format(small=True)]

    done = selftest("--examples", "2", "--seed", "1", "--json", "-", folder=tmp_path, command=command, path="")

    assert done.returncode == 3, done.stdout + done.stderr
    assert {one["name"]: one["runs"][0]["result"] for one in json.loads(done.stdout)["solvers"]} == {
        "full-grid-refused": "killed",
        "not-wrong": "survived",
        "not-built": "not run",
        "masks": "passed",
        "not-right": "false positive",
    }
    assert "not run: not-built with the seed 1: a solver in C needs cc, gcc or clang" in done.stderr


def test_a_solver_that_cannot_be_built_is_exit_code_4(tmp_path: Path) -> None:
    """If the only problem is a solver that cannot be built, the exit code is 4."""
    done = selftest("bitmask", folder=tmp_path, path="")

    assert done.returncode == 4, done.stdout + done.stderr


def test_first_stops_at_the_first_failure(tmp_path: Path) -> None:
    """With --first no property runs after one that failed."""
    few = ("--examples", "2", "--seed", "1", "--json", "-")
    command = [sys.executable, "-c", QUICK.format(small=False)]
    done = selftest("full-grid-refused", "--first", *few, folder=tmp_path, command=command)

    assert done.returncode == 0, done.stdout + done.stderr
    statuses = [one["status"] for one in json.loads(done.stdout)["solvers"][0]["runs"][0]["properties"]]
    failed = statuses.index("wrong")
    assert set(statuses[:failed]) <= {"passed"}
    assert set(statuses[failed + 1 :]) == {"not run"}


def test_a_pattern_without_a_match_is_refused(tmp_path: Path) -> None:
    """A pattern that matches no solver is an error, even if another pattern matches one."""
    done = selftest("bitmask", "bitmasc*", folder=tmp_path)

    assert done.returncode == 2
    assert "bitmasc*" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM end every process and remove every file, with exit code 130 and no traceback."""
    with subprocess.Popen(
        [*COMMAND, "bitmask", "masks", "dpll"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            deadline = time.monotonic() + 60
            while not list(tmp_path.glob("*/*/*")) and time.monotonic() < deadline:
                time.sleep(0.1)
            process.send_signal(number)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()

    assert process.returncode == 130, errors
    assert errors == "selftest: interrupted\n"
    assert list(tmp_path.iterdir()) == []
    wait_until(lambda: running_with(str(tmp_path)) == [])


@pytest.mark.slow
def test_the_whole_zoo(tmp_path: Path) -> None:
    """Every wrong solver of the zoo is killed, and no property fails for a right one."""
    done = selftest(folder=tmp_path, seconds=4 * 3600)

    assert done.returncode == 0, done.stdout
    assert ", survived 0;" in done.stdout
