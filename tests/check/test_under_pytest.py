"""Properties under pytest, with the plugin's options and in a test file with `properties_of`."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from crosscover.result import CheckResult, Status, decode
from crosscover.suite import properties_of
from tests.processes import is_running

from . import solvers
from .running import ENVIRONMENT, Here, Ran, run

pytestmark = pytest.mark.usefixtures("quick_panel")

IS_INSTALLED = bool(entry_points(group="pytest11", name="crosscover"))
PLUGINS = ["-pno:cacheprovider", *["-pcrosscover.runner.plugin"] * (not IS_INSTALLED)]
SPEC = "python:mine.py:solve"
SOME = ("-k", "ordinary or full_grids")

INI = "[pytest]\naddopts = --strict-markers --strict-config -ra\nxfail_strict = true\nfilterwarnings = error\n"
CONFTEST = "import pytest\n\n\n@pytest.fixture\ndef harness():\n    return 'a harness of their own'\n"
OTHER = "def test_other():\n    pass\n"


@pytest.fixture(autouse=True)
def mine(here: Here) -> None:
    """A wrong solver that records its process."""
    here.write("mine.py", f"import os\n\nopen('loaded', 'w').write(str(os.getpid()))\n{solvers.WRONG_PYTHON}")


def write_test(here: Here, spec: str = SPEC, **settings: object) -> str:
    """Write a test file with `properties_of` and another test, and return its name."""
    words = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    opening = "from crosscover.suite import properties_of\n\ntest_mine = properties_of"
    return here.write("test_mine.py", f"{opening}({spec!r}, {words})\n\n\n{OTHER}")


def under_pytest(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Run pytest in this process, with the plugin."""
    capsys.readouterr()
    code = pytest.main([*PLUGINS, "-pno:faulthandler", "-pno:xdist", *arguments])
    for name in ("conftest", "test_mine"):
        sys.modules.pop(name, None)
    said = capsys.readouterr()
    return Ran(int(code), said.out, said.err)


def test_the_result(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """The pytest summary contains the result of the run, and how rare errors are."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    ran = under_pytest(capsys, write_test(here, rounds=1, seed=1), *SOME)
    assert (ran.code, ran.errors) == (0, "")
    assert re.search(r"= 2 passed, \d+ deselected in ", ran.output)
    assert "\ncrosscover: NO ERRORS FOUND: 2 of 2 selected properties hold in 1 round; " in ran.output
    assert re.search(r"\ncrosscover: \d+ of \d+ verdicts certified", ran.output)


def test_wrong_function(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """A failure shows its reason, grids and a command, but no traceback, regardless of the project's configuration."""
    here.write("pytest.ini", INI)
    here.write("conftest.py", CONFTEST)
    ran = under_pytest(capsys, write_test(here, rounds=1, seed=1), *SOME)
    assert ran.code == 1
    assert "\nWRONG  full_grids\nA full grid" in ran.output
    assert re.search("\npuzzle +received +expected", ran.output)
    assert "\nreplay    crosscover replay " in ran.output
    assert "Traceback" not in ran.output + ran.errors
    assert "def test_" not in ran.output


def findings(report: Path) -> list[tuple[object, ...]]:
    """Return for each property its status, the number of puzzles if it passed, and whether its failure was saved.

    The length of the failing batch depends on the solver's speed.
    """
    read: CheckResult = decode(report.read_text())
    saved = {one.property_name: bool(one.saved_as) for one in read.failures}
    return [
        (one.name, one.status.word, one.judged if one.status is Status.PASSED else None, saved.get(one.name))
        for one in read.properties
    ]


def test_every_entry_point_has_the_same_findings(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """A check and `properties_of` judge the same puzzles, save their failures, and end the solver's process."""
    found: list[list[tuple[object, ...]]] = []
    report, loaded = here.directory / "report.json", here.directory / "loaded"
    file = write_test(here, rounds=1, seed=1, json="report.json")
    ways: list[Callable[[], Ran]] = [
        lambda: here(SPEC, "--rounds=1", "--seed=1", "-k", SOME[1], "--json=report.json"),
        lambda: under_pytest(capsys, file, *SOME),
    ]
    for judge in ways:
        shutil.rmtree(here.directory / ".crosscover", ignore_errors=True)
        assert judge().code == 1
        found.append(findings(report))
        assert not is_running(int(loaded.read_text()))
    assert found[0] == found[1]
    assert [one[:2] for one in found[0]] == [("ordinary_puzzles", "passed"), ("full_grids", "wrong")]


def test_saved_failures_come_first(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """`properties_of` judges the failures that an earlier run saved."""
    file = write_test(here, rounds=1, seed=1, json="report.json")
    under_pytest(capsys, file, "-k", "full_grids")
    under_pytest(capsys, file, "-k", "full_grids or saved")
    assert findings(here.directory / "report.json")[0][:2] == ("saved_failures", "wrong")


def test_properties_of_beside_another_test(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """A test file with `properties_of` contains one test for each property that applies, next to other tests."""
    ran = under_pytest(capsys, write_test(here, rounds=1, seed=1), "-k", "ordinary or full_grids or other")
    assert ran.code == 1
    assert "\ncrosscover: python:mine.py:solve, 2 properties, seed 1\n" in ran.output
    assert "WRONG  full_grids" in ran.output
    assert re.search(r"^FAILED test_mine.py::test_mine\[full_grids\] - .", ran.output, re.MULTILINE)
    assert "crosscover/suite.py" not in ran.output
    assert re.search(r"= 1 failed, 2 passed, \d+ deselected in ", ran.output)


def test_a_form_is_found_when_the_first_property_starts(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """Collecting the properties of a file does not run it; those that do not apply to the found form are skipped."""
    file = write_test(here, "mine.py", rounds=1, seed=1)
    some = ("-rs", "-k", "ordinary or forms")
    assert under_pytest(capsys, "--collect-only", file, *some).code == 0
    assert not (here.directory / "loaded").exists()
    ran = under_pytest(capsys, file, *some)
    assert re.search(r"= 1 passed, 1 skipped, \d+ deselected in ", ran.output)
    assert "does not apply to python:mine.py:solve --call=text" in ran.output


def test_a_file_without_a_form(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """The first property reports that no form is found, and the others are skipped."""
    here.write("mine.py", "def solve(text):\n    return text\n")
    ran = under_pytest(capsys, write_test(here, "python:mine.py", rounds=1), *SOME)
    assert "crosscover: python:mine.py answers no easy puzzle" in ran.output
    assert re.search(r"= \d+ deselected, 1 error in |= 1 skipped, \d+ deselected, 1 error in ", ran.output)


def test_expected_failures(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """An expected failure is a strict xfail: if it passes, pytest fails."""
    here.write("known.txt", "full_grids: issue 7\nordinary_puzzles\n")
    ran = under_pytest(capsys, write_test(here, rounds=1, seed=1, known="known.txt"), "-vvrxf", *SOME)
    assert ran.code == 1
    assert re.search(r"= 1 failed, \d+ deselected, 1 xfailed in ", ran.output)
    assert "(known: issue 7)" in ran.output
    assert "known.txt: line 2: ordinary_puzzles unexpectedly passes" in ran.output


def test_not_decided(here: Here, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Properties without time neither pass nor fail, and pytest fails."""
    monkeypatch.setattr("crosscover.subjects.find.FIRST_SECONDS", 60.0)  # on a busy machine
    waiting = "    import time\n    time.sleep(0.2)\n    board = ["
    here.write("mine.py", solvers.RIGHT_PYTHON.replace("    board = [", waiting, 1))
    ran = under_pytest(capsys, write_test(here, time=0.1), "-k", "full_grids or other")
    assert (ran.code, ran.errors) == (1, "")
    assert "\ncrosscover: NOT DECIDED: no error was seen in python:mine.py:solve, but " in ran.output
    assert "= 1 passed, 14 deselected, 1 not decided in " in ran.output


@pytest.mark.slow
def test_not_decided_in_another_process(here: Here) -> None:
    """Pytest fails, too, if a process of pytest-xdist has judged."""
    waiting = "    import time\n    time.sleep(0.2)\n    board = ["
    here.write("mine.py", solvers.RIGHT_PYTHON.replace("    board = [", waiting, 1))
    here.write("conftest.py", "from crosscover.subjects import find\nfind.FIRST_SECONDS = 60.0  # on a busy machine\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n1", "-k", "full_grids", write_test(here, time=0.1)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert "1 not decided in " in ran.stdout
    assert ran.returncode == 1


def test_options_of_pytest(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """Pytest's options take precedence over the options of `properties_of`."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    file = write_test(here, time=3600, rounds=1, seed=1, json="report.json")
    assert under_pytest(capsys, file, *SOME, "--crosscover-time=600", "--crosscover-seed=7").code == 0
    setup = decode((here.directory / "report.json").read_bytes()).setup
    assert (setup.time_limit, setup.seed) == (600, 7)


def test_usage(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid option ends pytest with its usage error code and one line, before a run is opened."""
    ran = under_pytest(capsys, write_test(here, "engine:dlx"), "--crosscover-seed=x")
    assert ran.code == pytest.ExitCode.USAGE_ERROR
    assert "seed: expected a whole number from 0, not 'x'" in ran.errors
    assert "Traceback" not in ran.output + ran.errors
    with pytest.raises(ValueError, match="exmples"):
        properties_of("engine:dlx", exmples=2)


def test_a_run_that_cannot_be_opened(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """The first property reports in one line why its run cannot be opened; the other properties are skipped."""
    ran = under_pytest(capsys, write_test(here, "engine:dlx", known="missing.txt"), "-k", "grids or empty_houses")
    assert ran.code == 1
    assert "crosscover: missing.txt: No such file or directory" in ran.output
    assert re.search(r"\d skipped, .*1 error in ", ran.output)
    assert "Traceback" not in ran.output


@pytest.mark.parametrize(
    ("properties", "imported"),
    [(False, []), pytest.param(True, ["crosscover.properties", "hypothesis"], marks=pytest.mark.slow)],
)
def test_collection_opens_nothing(properties: bool, imported: list[str], here: Here) -> None:
    """Running other tests imports no solver library, loads no subject and writes no report."""
    listed = 'print("imported", sorted({"crosscover.properties", "hypothesis", "ortools", "pysat"} & set(sys.modules)))'
    here.write("listed.py", f"import sys\n\n\ndef pytest_unconfigure():\n    {listed}\n")
    write_test(here, json="report.json")
    if not properties:
        here.write("test_mine.py", OTHER)
    command = [sys.executable, "-m", "pytest", *PLUGINS, "-q", "-plisted", "-pno:hypothesispytest", "-k", "other"]
    ran = run(command, here.directory, environment=ENVIRONMENT)
    assert (ran.code, ran.errors) == (0, "")
    assert f"imported {imported}" in ran.output
    assert not {"loaded", "report.json"} & {path.name for path in here.directory.iterdir()}
