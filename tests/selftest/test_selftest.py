"""`python -m tests.selftest` on a small zoo."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from crosscover import engines
from crosscover.errors import ExitCode
from crosscover.result import Status
from tests.check.running import QUICK_PANEL
from tests.processes import running_with, wait_until

from .__main__ import main
from .judging import MutantResult
from .report import append_run, read_runs
from .samples import REFUSES_FULL_GRIDS, SMALL_ZOO, run
from .zoo.model import tool

ROOT = Path(__file__).parents[2]
PAGE = "# A page\n\n<!-- selftest -->\nold\n<!-- end -->\n\nMore.\n"

Command = Callable[..., ExitCode]


@pytest.fixture
def selftest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Judge the solvers of the small zoo in this process, in an empty folder, without a compiler."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
    tool.cache_clear()
    before = signal.getsignal(signal.SIGTERM)
    yield lambda *words: main([*words, "--examples=1", "--seeds", "1", "--jobs=1", "--json=runs.jsonl"], SMALL_ZOO)
    signal.signal(signal.SIGTERM, before)


def results(folder: Path) -> dict[str, str]:
    """Return the results of the solvers, by name."""
    return {run.name: run.result.value for run in read_runs(folder / "runs.jsonl").values()}


def test_killed_and_not_built(selftest: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mutant is judged until a property fails; a solver that cannot be built is named, with exit code 4."""
    assert selftest("full-grid-refused", "not-built") == ExitCode.NOT_STARTED
    assert results(tmp_path) == {"full-grid-refused": "killed", "not-built": "not run"}
    said = capsys.readouterr()
    assert "not-built, seed 1: not run, 0.0 s: a solver in C needs cc, gcc or clang" in said.out
    assert "1/2 full-grid-refused, seed 1: killed, " in said.err
    statuses = [one.status for one in read_runs(tmp_path / "runs.jsonl")["full-grid-refused", 1].properties]
    failed = statuses.index(Status.WRONG)
    assert set(statuses[:failed]) <= {Status.PASSED}
    assert set(statuses[failed + 1 :]) == {Status.NOT_RUN}


def test_runs_are_not_repeated(selftest: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only runs of another version are repeated; rows of the table select solvers, too."""
    kept = run(REFUSES_FULL_GRIDS, MutantResult.KILLED, seconds=1234.0)
    for each in (kept, replace(kept, version="0.0.1", seconds=5678.0)):
        append_run(tmp_path / "runs.jsonl", each)
    assert selftest("full-grid-refused", "index *") == ExitCode.NOT_STARTED
    said = capsys.readouterr()
    assert "1/1 not-built, seed 1: not run, " in said.err
    assert "the longest run took 1234.0 s (full-grid-refused)" in said.out
    assert results(tmp_path) == {"full-grid-refused": "killed", "not-built": "not run"}


@pytest.mark.slow
def test_faults_of_the_suite(selftest: Command, tmp_path: Path) -> None:
    """A survivor and a false positive give exit code 3, and the table of a page is replaced."""
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert selftest("*", "--complete", "--table=page.md") == ExitCode.FAULT
    assert results(tmp_path) == {
        "full-grid-refused": "killed",
        "not-wrong": "survived",
        "not-built": "not run",
        "masks": "passed",
        "not-right": "false positive",
    }
    text = page.read_text()
    assert text.startswith("# A page\n\n<!-- selftest -->\n\nOn ")
    assert "\n| all wrong solvers " in text
    assert text.endswith("|\n\n<!-- end -->\n\nMore.\n")


@pytest.mark.parametrize("words", [("masks", "masc*"), ("masks", "--table=gone.md"), ("masks", "--table=page.md")])
def test_invalid_arguments(
    words: tuple[str, ...], selftest: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pattern without a match is refused, as is a page that is missing or lacks the table's comments."""
    (tmp_path / "page.md").write_text("no page")
    assert selftest(*words) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith("selftest: ")
    assert (tmp_path / "page.md").read_text() == "no page"
    assert results(tmp_path) == {}


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    """SIGTERM ends every process and removes every file, with exit code 130 and no traceback."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.selftest", "masks", "dpll", "--jobs=2"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            deadline = time.monotonic() + 60
            while not list(tmp_path.glob("*/*/*")) and time.monotonic() < deadline:
                time.sleep(0.1)
            process.terminate()
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, errors) == (130, "selftest: interrupted\n")
    assert list(tmp_path.iterdir()) == []
    wait_until(lambda: running_with(str(tmp_path)) == [])
