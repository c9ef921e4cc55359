"""The functions `check` and `compare`."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import crosscover
from crosscover import CheckResult, NotStartedError, engines
from crosscover.errors import ExitCode
from crosscover.result import Grade
from tests.check.running import QUICK_PANEL
from tests.check.solvers import RIGHT_PYTHON, WRONG_PYTHON

from .solvers import cell_function, html_of

QUICK: dict[str, Any] = {"rounds": 1, "max_slowdown": 0, "only": "full_grids", "seed": 1}
WRONG_CELL = RIGHT_PYTHON.replace("map(str, board))", "map(str, board)).replace('1', '2')")
MARKUP = "<img src=x onerror=alert(1)>\x1b\u202e"
RAISING_CELL = RIGHT_PYTHON.replace(
    "    board = [", f"    if puzzle.count('.') < 10:\n        raise ValueError({MARKUP!r})\n    board = ["
)


@pytest.fixture(autouse=True, scope="module")
def _quick_panel() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction] - pytest's
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
        yield


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction] - pytest's
    """Save failures to a temporary working directory."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wrong solver is checked."""
    return tmp_path_factory.mktemp("wrong")


@pytest.fixture(scope="module")
def wrong(folder: Path) -> CheckResult:
    """The result of a check of a solver that reads 2 as 1."""
    with chdir(folder):
        return crosscover.check(cell_function(WRONG_CELL, "solve"), **QUICK)


def test_wrong_function(wrong: CheckResult) -> None:
    """A notebook function that reads 2 as 1 fails."""
    assert (wrong.ok, wrong.exit_code, wrong.seed) == (False, ExitCode.WRONG, 1)
    assert wrong.sentence.startswith("python:.crosscover/notebook_solve.py:solve fails ")


def test_failure_of_a_wrong_function(wrong: CheckResult) -> None:
    """A failure has the puzzle, its certified solution, the answer and the reason."""
    failure = wrong.failures[0]
    assert (str(crosscover.solve(failure.puzzle)),) == failure.expected == failure.solutions != (failure.answer,)
    assert "1 became 2" in failure.reason or " has 2 twice" in failure.reason
    assert (failure.certified, wrong.certified > 0) == (True, True)


def test_repeated_on_the_command_line(wrong: CheckResult) -> None:
    """The page shows the command that repeats the run, without paths of temporary files."""
    options = "--rounds=1 --max-slowdown=0 --only=full_grids --seed 1"
    command = f"crosscover check python:.crosscover/notebook_solve.py:solve {options}"
    assert wrong.repeat.startswith(command)
    assert "--json" not in wrong.repeat


def test_shown_in_a_notebook(wrong: CheckResult, tmp_path: Path) -> None:
    """A notebook shows the page in a frame, and the text of the report is the representation."""
    assert wrong.sentence in repr(wrong)
    assert '<iframe title="python:' in html_of(wrong)
    assert 'sandbox="allow-scripts"' in html_of(wrong)
    wrong.save(tmp_path / "report.html")
    assert wrong.failures[0].puzzle in (tmp_path / "report.html").read_text("utf-8")


def test_fixed_function(wrong: CheckResult, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A right function, here a closure, passes, even after the saved failures of another function of its name."""
    monkeypatch.chdir(folder)
    engine = "bitmask"

    def solve(text: str) -> str:
        return str(crosscover.solve(text, engine=engine))

    solve.__module__ = "__main__"  # as in a notebook
    settings: dict[str, Any] = {**QUICK, "only": "saved_failures or full_grids"}
    result = crosscover.check(solve, **settings)
    assert (result.ok, result.failures, result.speed) == (True, (), None)
    assert result.sentence.startswith("2 of 2 selected properties hold")
    assert next(one.name for one in result.properties) == "saved_failures"
    assert (folder / ".crosscover" / str(wrong.failures[0].saved_as)).is_dir()


def test_specification() -> None:
    """A solver can be given as on the command line, with the same options."""
    Path("ones.sh").write_text("#!/bin/sh\ntr . 1\n")
    Path("ones.sh").chmod(0o755)
    settings: dict[str, Any] = {**QUICK, "only": "patterns", "time_limit": 5}
    result = crosscover.check("exec:./ones.sh", dialect="lines", contract="any", **settings)
    assert result.sentence.startswith("exec:./ones.sh fails ")
    assert result.setup.contract == "any"


def test_markup_in_messages_is_escaped() -> None:
    """Markup and control characters in a solver's exception are escaped in the page, and in its frame."""
    result = crosscover.check(cell_function(RAISING_CELL, "solve"), **QUICK)
    assert MARKUP in result.failures[0].reason
    assert "<img" not in html_of(result)
    assert not {"\x1b", "\u202e"} & set(html_of(result))


@pytest.mark.parametrize(
    ("solver", "options", "message"),
    [
        ("engine:dlx", {"tyme": 5}, "there is no option 'tyme'"),
        ("engine:dlx", {"time": "soon"}, "time: expected a time such as 90s, 10m or 2h, not 'soon'"),
        ("engine:dlx", {"time": 0}, "time: expected a time such as 90s, 10m or 2h, not '0'"),
        ("engine:dlx", {"html": "page.html"}, "html: check has no such option; its result offers the reports"),
        ("my_solver.py", {}, "my_solver.py"),
        (len, {"python": "python3.9"}, "python: a function of this process runs in its own interpreter"),
    ],
)
def test_wrong_use(solver: Any, options: dict[str, Any], message: str) -> None:
    """Wrong arguments raise ValueError naming them."""
    with pytest.raises(ValueError, match=message):
        crosscover.check(solver, **options)


def test_function_that_cannot_be_copied() -> None:
    """A function that cannot be pickled is refused by name."""
    lock = threading.Lock()

    def solve(text: str) -> str:
        with lock:
            return text

    with pytest.raises(ValueError, match="solve cannot be copied into another process: cannot pickle"):
        crosscover.check(solve)


def test_solver_that_does_not_start() -> None:
    """A solver that cannot be started raises an error that is not a usage error."""
    with pytest.raises(NotStartedError, match="nowhere"):
        crosscover.check("exec:./nowhere", **QUICK)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds processes in /proc")
def test_interrupt(tmp_path: Path) -> None:
    """An interrupt leaves `check` after all processes have ended."""

    def solve(text: str) -> str:
        signalled = tmp_path / "signalled"
        if not signalled.exists():
            signalled.touch()
            os.kill(parent, signal.SIGINT)
        time.sleep(30)
        return text

    parent = os.getpid()
    with pytest.raises(KeyboardInterrupt):
        crosscover.check(solve, time_limit=60)
    assert [pid for pid in Path("/proc").glob("[0-9]*") if pid.name != str(parent) and is_in(pid, tmp_path)] == []


def is_in(process: Path, folder: Path) -> bool:
    """Whether the working directory of a process is a folder."""
    with suppress(OSError):
        return (process / "cwd").readlink() == folder
    return False


def test_comparison_of_functions_with_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two functions with one name is judged."""
    monkeypatch.setattr("crosscover.runner.run.circumstances_of", Mock(return_value=()))  # takes seconds
    right, wrong = cell_function(RIGHT_PYTHON, "solve"), cell_function(WRONG_PYTHON, "solve")
    found = crosscover.compare(right, wrong, only="full_grids", rounds=1, seed=1)
    assert [result.grade for result in found.results] == [Grade.NO_ERRORS, Grade.WRONG]


@pytest.mark.parametrize(
    ("solvers", "options", "message"),
    [
        (("engine:dlx",), {}, "at least two solvers"),
        (("engine:dlx", "engine:bitmask"), {"tyme": 5}, "no option 'tyme'"),
        (("engine:dlx", "engine:bitmask"), {"json": "out.json"}, "json: compare has no such option"),
    ],
)
def test_wrong_use_of_compare(solvers: tuple[str, ...], options: dict[str, Any], message: str) -> None:
    """Fewer than two solvers, and options that do not exist or fit, raise ValueError naming them."""
    with pytest.raises(ValueError, match=message):
        crosscover.compare(*solvers, **options)
