"""Lanes: properties judged at the same time."""

import math
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover import engines
from crosscover.harness.harness import TaskResult
from crosscover.harness.result import PropertyResult, Status
from crosscover.harness.verdicts import VerdictCache
from crosscover.report.events import Footer
from crosscover.runner.lanes import LaneJudge
from crosscover.runner.opening import open_run
from crosscover.runner.run import run_properties
from crosscover.runner.settings import read_settings
from crosscover.runner.subject_run import SubjectRun
from tests.check import solvers
from tests.check.running import QUICK_PANEL

ALONE = f"""\
import os, time

{solvers.RIGHT_PYTHON}

only = solve


def solve(puzzle):
    os.close(os.open("running", os.O_CREAT | os.O_EXCL))
    time.sleep(0.005)
    os.remove("running")
    return only(puzzle)
"""
"""Fails if two processes of it run at the same time."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a right solver, and a small panel."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
    (tmp_path / "mine.py").write_text(solvers.RIGHT_PYTHON)
    return tmp_path


def check(chosen: str, jobs: int, **given: object) -> Footer:
    """Check the solver with so many lanes; no process is left behind."""
    settings = read_settings("python:mine.py:solve", {"seed": 1, "jobs": jobs, "only": chosen, **given})
    with closing(open_run(replace(settings, measures=False), [], ())) as run:
        footer = run_properties(run, expression=chosen)
    assert multiprocessing.active_children() == []
    return footer


def without_seconds(outcomes: tuple[PropertyResult, ...]) -> list[PropertyResult]:
    """Outcomes without what depends on the speed of the machine: batches of a covering list may share a run."""
    return [replace(outcome, seconds=0.0, runs=0, labels={}) for outcome in outcomes]


@pytest.mark.parametrize(
    ("jobs", "given"), [(2, {"rounds": 2}), pytest.param(3, {"examples": 4}, marks=pytest.mark.slow)]
)
def test_the_number_of_lanes_makes_no_difference(jobs: int, given: dict[str, object]) -> None:
    """The same seed means the same puzzles, with one, two and three lanes."""
    chosen = "full_grids or patterns or missing_digits or empty_houses"
    alone, other = check(chosen, 1, **given), check(chosen, jobs, **given)
    assert {outcome.status for outcome in alone.outcomes} == {Status.PASSED}
    assert without_seconds(other.outcomes) == without_seconds(alone.outcomes)
    assert (other.exit_code, other.rounds, other.remarks) == (alone.exit_code, alone.rounds, ())


@pytest.mark.slow
def test_failures_of_lanes(folder: Path) -> None:
    """A wrong solver fails the same properties, however many lanes there are."""
    (folder / "mine.py").write_text(solvers.WRONG_PYTHON)
    chosen = "full_grids or patterns or missing_digits or empty_houses"
    alone, both = (check(chosen, jobs, examples=4) for jobs in (1, 2))
    found = [{one.name: one.status for one in footer.outcomes} for footer in (alone, both)]
    assert found[0] == found[1]
    assert Status.WRONG in found[1].values()


@pytest.mark.slow
def test_a_failure_for_want_of_company_is_no_failure(folder: Path) -> None:
    """A solver that fails only if it runs twice at the same time has no failure, and a remark explains why."""
    (folder / "mine.py").write_text(ALONE)
    footer = check("full_grids or patterns or missing_digits or empty_houses", 2, examples=4)
    assert [outcome.status for outcome in footer.outcomes] == [Status.PASSED] * 4
    [remark] = footer.remarks
    assert remark.startswith("A run that failed among 2 concurrent ones succeeded alone")


def test_first_failure_stops_all_lanes(folder: Path) -> None:
    """With `first` no lane starts another property after a failure."""
    (folder / "mine.py").write_text(solvers.WRONG_PYTHON)
    footer = check("full_grids or patterns or missing_digits or empty_houses", 2, examples=40, first=True)
    statuses = [outcome.status for outcome in footer.outcomes]
    assert Status.WRONG in statuses
    assert Status.NOT_RUN in statuses


def test_a_lane_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the process of a lane crashes, its property is a fault of crosscover, and the others are still judged."""

    def crash(*_arguments: object) -> None:
        os._exit(3)

    monkeypatch.setattr(LaneJudge, "_judge", crash)
    footer = check("full_grids or patterns or missing_digits", 2, examples=4)
    statuses = sorted(outcome.status.value for outcome in footer.outcomes)
    assert statuses == ["fault", "passed", "passed"]
    [failure] = [outcome.failure for outcome in footer.outcomes if outcome.failure is not None]
    assert failure.reason == "the process of a lane ended with exit code 3"


def test_a_lane_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a signal for all processes reaches a lane first, its property is judged in lane 0, and is no fault."""
    run_itself = os.getpid()
    judge: Callable[..., TaskResult] = vars(LaneJudge)["_judge"]

    def hang_up(*arguments: object) -> TaskResult:
        if os.getpid() != run_itself:
            os.kill(os.getpid(), signal.SIGHUP)
        return judge(*arguments)

    monkeypatch.setattr(LaneJudge, "_judge", hang_up)
    footer = check("full_grids or patterns or missing_digits", 2, examples=4)
    assert {outcome.status for outcome in footer.outcomes} == {Status.PASSED}


def test_an_error_in_the_thread_of_a_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in handling the result of a lane ends the run, and is not lost."""

    def fails(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(SubjectRun, "finish_order", fails)
    settings = read_settings("python:mine.py:solve", {"seed": 1, "jobs": 2, "examples": 4})
    with closing(open_run(replace(settings, measures=False), [], ())) as run:
        footer = run_properties(run, expression="full_grids or patterns or missing_digits")
    assert (footer.complete, str(run.error)) == (False, "no room")


def test_verdicts_of_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each lane certifies its own verdicts, and the run counts those of all lanes."""
    monkeypatch.setitem(vars(VerdictCache)["__init__"].__kwdefaults__, "share", math.inf)
    alone, both = (check("full_grids or patterns", jobs, examples=2).verdicts for jobs in (1, 2))
    assert both.certified == both.decided >= alone.certified == alone.decided > 0
