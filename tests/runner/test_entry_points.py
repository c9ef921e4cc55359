"""All entry points use one runner: they get the same results for the same wrong solver and seed.

The entry points are `crosscover check`, pytest, `properties_of`, `crosscover replay` and the selftest.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import cast

import pytest

from crosscover.harness.schedule import Budget, Schedule
from crosscover.harness.session import open_session
from crosscover.options import Options
from crosscover.runner.run import run_properties
from crosscover.runner.subject_run import SubjectRun
from tests.check import solvers
from tests.check.running import CHECK, ENVIRONMENT, ROOT, Ran, run

SPEC = "python:mine.py:solve"
EXAMPLES, SEED = "3", "1"
CHOSEN = "ordinary or full_grids or saved"

Json = dict[str, object]

TEST_FILE = f"""\
from crosscover.suite import properties_of

test_solver = properties_of({SPEC!r}, examples={EXAMPLES}, seed={SEED}, json="report.json", known=KNOWN)
"""

LOADED = "import os, pathlib\n\npathlib.Path('loaded').write_text(str(os.getpid()))\n"
"""Code that makes the solver record its process ID."""


class Project:
    """A folder with a wrong solver, and each way to judge it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "mine.py").write_text(LOADED + solvers.WRONG_PYTHON)
        info = folder / "installed" / "crosscover-0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crosscover\nVersion: 0\n")
        (info / "entry_points.txt").write_text("[pytest11]\ncrosscover = crosscover.runner.plugin\n")

    def by_check(self) -> Ran:
        """`crosscover check`."""
        command = [*CHECK, SPEC, "--examples", EXAMPLES, "--seed", SEED, "-k", CHOSEN, "--json=report.json"]
        return run(command, self.folder)

    def by_pytest(self, *, known: str = "") -> Ran:
        """`pytest --pyargs crosscover.properties`."""
        settings = {"subject": SPEC, "examples": EXAMPLES, "seed": SEED, "json": "report.json", "known": known}
        options = [f"--crosscover-{name}={value}" for name, value in settings.items() if value]
        return self._pytest("--pyargs", "crosscover.properties", *options)

    def by_properties_of(self, *, known: str = "") -> Ran:
        """A test file with `properties_of`."""
        (self.folder / "test_mine.py").write_text(TEST_FILE.replace("KNOWN", repr(known or None)))
        return self._pytest("test_mine.py")

    def _pytest(self, *arguments: str) -> Ran:
        paths = os.pathsep.join([str(self.folder / "installed"), str(ROOT / "src")])
        command = [sys.executable, "-m", "pytest", "-q", "-rxX", "-k", CHOSEN, "-p", "no:cacheprovider", *arguments]
        return run(command, self.folder, environment=ENVIRONMENT | {"PYTHONPATH": paths})

    def report(self) -> Json:
        """The report of the last run."""
        return cast("Json", json.loads((self.folder / "report.json").read_text()))

    def findings(self) -> list[tuple[object, ...]]:
        """For each property its status, the number of puzzles and the counterexamples."""
        return [
            (one["name"], one["status"], one["judged"], one["failed_after"], puzzles(one["failure"]))
            for one in cast("list[Json]", self.report()["properties"])
            if one["name"] != "saved_failures"
        ]

    def saved(self) -> set[str]:
        """The IDs of the saved failures."""
        return {path.name for path in (self.folder / ".crosscover").iterdir() if path.is_dir()}


def puzzles(failure: object) -> object:
    """The puzzles of a failure in a report."""
    return None if failure is None else cast("Json", cast("Json", failure)["counterexample"])["puzzles"]


ENTRY_POINTS = ["by_check", "by_pytest", "by_properties_of"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a wrong solver."""
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that `crosscover check` has judged, shared by tests that do not change it."""
    project = Project(tmp_path_factory.mktemp("check"))
    assert project.by_check().code == 1
    return project


@pytest.fixture(scope="module")
def expected(checked: Project) -> tuple[list[tuple[object, ...]], set[str]]:
    """The findings and saved failures of `crosscover check`."""
    return checked.findings(), checked.saved()


@pytest.fixture(scope="module", params=ENTRY_POINTS)
def judged(
    request: pytest.FixtureRequest, checked: Project, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Project]:
    """An entry point and a project that it has judged, shared by tests that do not change it."""
    if request.param == "by_check":
        return request.param, checked
    project = Project(tmp_path_factory.mktemp(request.param))
    assert getattr(project, request.param)().code == 1
    return request.param, project


def test_same_findings(judged: tuple[str, Project], expected: tuple[list[tuple[object, ...]], set[str]]) -> None:
    """Each entry point judges the same puzzles, certifies, and finds, reports and saves the same counterexample."""
    _, project = judged
    assert cast("int", cast("Json", project.report()["footer"])["certified"]) > 0
    findings, saved = expected
    assert project.findings() == findings
    assert project.saved() == saved != set()


@pytest.mark.slow
@pytest.mark.parametrize("entry_point", ENTRY_POINTS[1:])
def test_saved_failures_come_first(entry_point: str, checked: Project, tmp_path: Path) -> None:
    """The other entry points rerun first what a check has saved; `tests/check/test_reports.py` has this for a check."""
    again = Project(tmp_path)
    shutil.copytree(checked.folder / ".crosscover", tmp_path / ".crosscover")
    getattr(again, entry_point)()
    first = cast("list[Json]", again.report()["properties"])[0]
    assert (first["name"], first["status"]) == ("saved_failures", "wrong")


@pytest.mark.slow
def test_expected_failures(project: Project) -> None:
    """Under pytest an expected failure is an xfail; `tests/check/test_reports.py` has the same for a check."""
    (project.folder / "known.txt").write_text("full_grids  # an open bug\n")
    ran = project.by_pytest(known="known.txt")
    assert ran.code == 0
    assert "1 xfailed" in ran.output


@pytest.mark.slow
def test_unexpected_passes(project: Project) -> None:
    """Under pytest an expected failure that passes is a strict xfail; the same file has this for a check."""
    (project.folder / "known.txt").write_text("full_grids\nordinary_puzzles\n")
    ran = project.by_properties_of(known="known.txt")
    assert ran.code == 1
    assert "known.txt: line 2: ordinary_puzzles unexpectedly passes" in ran.output


def test_solvers_are_closed(judged: tuple[str, Project]) -> None:
    """Each entry point ends the process of the solver."""
    _, project = judged
    process = int((project.folder / "loaded").read_text())
    assert not Path(f"/proc/{process}").exists()


def test_replay(project: Project, checked: Project) -> None:
    """`crosscover replay` reruns the saved input unchanged."""
    shutil.copytree(checked.folder / ".crosscover", project.folder / ".crosscover")
    [name] = project.saved()
    ran = run([*CHECK[:-1], "replay", name], project.folder)
    assert ran.code == 1
    assert "WRONG  full_grids" in ran.output
    assert project.saved() == {name}


def test_selftest(project: Project, expected: tuple[list[tuple[object, ...]], set[str]]) -> None:
    """The selftest finds the same failures, without shrinking or saving them."""
    budget = Budget(int(EXAMPLES), int(SEED), shrink_steps=0)
    judged = SubjectRun(open_session(SPEC, Options()), Schedule([budget]))
    footer = run_properties(judged, expression=CHOSEN)
    judged.close()
    assert [(outcome.name, outcome.status.value) for outcome in footer.outcomes] == [found[:2] for found in expected[0]]
    assert not (project.folder / ".crosscover").exists()
