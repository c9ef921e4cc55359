"""`crosscover selftest` as a process."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.selftest.loading import default_folder

from .samples import small_zoo

SOURCES = str(Path(__file__).parents[2] / "src")
COMMAND = [sys.executable, "-m", "crosscover", "selftest"]


def selftest(*arguments: str, folder: Path, seconds: float = 300) -> "subprocess.CompletedProcess[str]":
    """Run a selftest that keeps what it makes in a folder."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": SOURCES, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


def test_mutants_are_killed_and_right_solvers_cleared(tmp_path: Path) -> None:
    """All killed and none accused is exit code 0, and nothing stays behind."""
    names = ["bitmask", "full-grid-refused", "digits-of-the-clues", "blank-line-between"]

    done = selftest(*names, "--examples", "4", "--seed", "1", "--json", "report.json", folder=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {one["name"]: one["runs"][0]["fate"] for one in report["solvers"]} == {
        "full-grid-refused": "killed",
        "digits-of-the-clues": "killed",
        "blank-line-between": "killed",
        "bitmask": "cleared",
    }
    assert [left.name for left in tmp_path.iterdir()] == ["report.json"]


def test_a_survivor_and_an_accused_are_faults_of_the_suite(tmp_path: Path) -> None:
    """Exit code 3 where a wrong solver survives or a right one is accused; what cannot be made is said."""
    zoo = tmp_path / "zoo"
    zoo.mkdir()

    done = selftest("--zoo", str(small_zoo(zoo)), "--examples", "2", "--seed", "1", "--json", "-", folder=tmp_path)

    assert done.returncode == 3, done.stdout + done.stderr
    assert {one["name"]: one["runs"][0]["fate"] for one in json.loads(done.stdout)["solvers"]} == {
        "refuses-full-grids": "killed",
        "not-wrong": "survived",
        "not-made": "not run",
        "right": "cleared",
        "not-right": "accused",
    }
    assert "not run: not-made: it needs a compiler" in done.stderr


def test_a_solver_that_cannot_be_made_leaves_the_proof_open(tmp_path: Path) -> None:
    """Exit code 4 where nothing worse happened than that a solver could not be made."""
    zoo = tmp_path / "zoo"
    zoo.mkdir()

    done = selftest("not-made", "--zoo", str(small_zoo(zoo)), folder=tmp_path)

    assert done.returncode == 4, done.stdout + done.stderr


def test_without_a_zoo_there_is_no_selftest(tmp_path: Path) -> None:
    """A folder without a zoo is a matter of usage, and the message says where the zoo comes from."""
    done = selftest("--zoo", str(tmp_path), folder=tmp_path)

    assert done.returncode == 2
    assert "comes with a checkout of crosscover" in done.stderr


def test_the_first_kill_may_be_the_last(tmp_path: Path) -> None:
    """With --first no property has its turn after one that failed."""
    done = selftest("full-grid-refused", "--first", "--seed", "1", "--json", "-", folder=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    statuses = [seen["status"] for seen in json.loads(done.stdout)["solvers"][0]["runs"][0]["properties"]]
    failed = statuses.index("wrong")
    assert set(statuses[:failed]) <= {"passed"}
    assert set(statuses[failed + 1 :]) == {"not run"}


def test_a_name_that_nobody_has_is_refused(tmp_path: Path) -> None:
    """A pattern that fits no solver is an error, even beside one that does."""
    done = selftest("bitmask", "bitmasc*", folder=tmp_path)

    assert done.returncode == 2
    assert "bitmasc*" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C ends every process and removes every file, with exit code 130; so does SIGTERM."""
    with subprocess.Popen(
        [*COMMAND, "bitmask", "masks", "dpll"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCES, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
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
    assert list(tmp_path.iterdir()) == []
    deadline = time.monotonic() + 10
    while _running_with(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _running_with(str(tmp_path)) == []


@pytest.mark.slow
def test_the_whole_zoo(tmp_path: Path) -> None:
    """Every wrong solver of the zoo is killed, and no right one accused."""
    done = selftest(folder=tmp_path, seconds=4 * 3600)

    assert done.returncode == 0, done.stdout
    assert ", survived 0;" in done.stdout


def test_the_zoo_of_the_checkout_is_found() -> None:
    """Where nothing is said the zoo beside these tests is judged."""
    assert default_folder() == Path(__file__).parents[1] / "mutants"


def _running_with(folder: str) -> list[str]:
    """The command lines of the processes whose environment names a folder."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if folder in (process / "environ").read_text(encoding="latin-1"):
                found.append((process / "cmdline").read_text(encoding="latin-1"))
        except OSError:
            continue
    return [line for line in found if line]
