"""Properties under pytest, by options of the plugin and in a test file with `properties_of`."""

import os
import re
import sys

import pytest

from crosscover.cli import main
from crosscover.options import PYTEST
from crosscover.runner.plugin import PlannedRun
from crosscover.runner.settings import read_settings

from . import solvers
from .running import ENVIRONMENT, ROOT, Here, Ran, run

FUNCTION = "--crosscover-subject=python:mine.py:solve"
FEW = ("--crosscover-examples=2", "--crosscover-seed=1")
SOME = ("-k", "ordinary or full_grids")

INI = """\
[pytest]
addopts = --strict-markers --strict-config -ra --tb=long
python_files = tests.py test_*.py
xfail_strict = true
filterwarnings = error
"""

CONFTEST = """\
import pytest


@pytest.fixture
def harness():
    return "a harness of their own"


@pytest.fixture(autouse=True)
def around():
    yield


def pytest_collection_modifyitems(items):
    items.reverse()
"""


@pytest.fixture
def theirs(here: Here) -> Here:
    """A project with a wrong solver, in an environment where crosscover is installed for pytest."""
    here.write("mine.py", solvers.WRONG_PYTHON)
    here.write("installed/crosscover-0.dist-info/METADATA", "Metadata-Version: 2.1\nName: crosscover\nVersion: 0\n")
    plugin = "[pytest11]\ncrosscover = crosscover.runner.plugin\n"
    here.write("installed/crosscover-0.dist-info/entry_points.txt", plugin)
    return here


def under_pytest(theirs: Here, *arguments: str) -> Ran:
    """Run pytest in the project."""
    paths = os.pathsep.join([str(theirs.directory / "installed"), str(ROOT / "src")])
    command = [sys.executable, "-m", "pytest", *arguments]
    return run(command, theirs.directory, environment=ENVIRONMENT | {"PYTHONPATH": paths})


def properties(theirs: Here, *arguments: str) -> Ran:
    """Run the properties with `--pyargs`."""
    return under_pytest(theirs, "--pyargs", "crosscover.properties", *FEW, *arguments)


def test_the_result(theirs: Here) -> None:
    """The summary of pytest has the result of the run, and how rare errors are."""
    theirs.write("mine.py", f"{solvers.RIGHT_PYTHON}")
    ran = properties(theirs, FUNCTION, *SOME)
    assert (ran.code, ran.errors) == (0, "")
    assert "= 2 passed, " in ran.output
    assert "\ncrosscover: NO ERRORS FOUND: 2 of 2 selected properties hold in 1 round; " in ran.output
    assert "\ncrosscover: With 95 % confidence, errors in puzzles of these kinds are rarer than 1 in " in ran.output


def test_wrong_function(theirs: Here) -> None:
    """A failure has its reason, grids and a command, without a traceback, whatever the project configures."""
    theirs.write("pytest.ini", INI)
    theirs.write("conftest.py", CONFTEST)
    ran = properties(theirs, FUNCTION, *SOME)
    assert ran.code == 1
    assert "\nWRONG  full_grids\nA full grid" in ran.output
    assert "the puzzle                  received                    expected" in ran.output
    assert "\nreplay it  crosscover replay " in ran.output
    assert "Traceback" not in ran.output + ran.errors
    assert "def test_" not in ran.output
    assert " failed" in ran.output


@pytest.mark.slow
def test_not_decided(theirs: Here) -> None:
    """Properties without time are neither passed nor failed, and pytest fails."""
    waiting = "    import time\n    time.sleep(0.5)\n    board = ["
    theirs.write("mine.py", solvers.RIGHT_PYTHON.replace("    board = [", waiting, 1))
    theirs.write(
        "test_mine.py",
        "from crosscover.suite import properties_of\n\n"
        "test_mine = properties_of('python:mine.py:solve', time=0.1)\n\n\n"
        "def test_other():\n    pass\n",
    )
    ran = under_pytest(theirs, "-k", "full_grids or other")
    assert (ran.code, ran.errors) == (1, "")
    assert "\ncrosscover: NOT DECIDED: python:mine.py:solve was not judged fully in " in ran.output
    assert "= 1 passed, 12 deselected, 1 not decided in " in ran.output


def test_reference_is_the_default(theirs: Here) -> None:
    """Without a subject the reference is judged, also by the properties for engines only."""
    ran = properties(theirs, "-q", "-k", "worked_example or patterns or links_are_restored")
    assert (ran.code, ran.errors) == (0, "")
    assert "4 passed" in ran.output


def test_usage(theirs: Here) -> None:
    """An invalid option ends pytest with its code for usage errors and one line."""
    ran = properties(theirs, "--crosscover-seed=x")
    assert ran.code == pytest.ExitCode.USAGE_ERROR
    assert "seed: expected a whole number from 0, not 'x'" in ran.errors
    assert "Traceback" not in ran.output + ran.errors


@pytest.mark.parametrize(
    ("spec", "given", "said"),
    [
        ("mine.py", {}, "there is no file mine.py"),
        ("engine:dlxx", {}, "did you mean"),
        ("engine:dlx", {"contract": "maybe"}, "maybe"),
        ("engine:dlx", {"examples": "0"}, "expected a whole number from 1"),
        ("exec:true", {"dialect": "nosuch"}, "nosuch"),
    ],
)
def test_invalid_settings(spec: str, given: dict[str, str], said: str) -> None:
    """Each option of pytest is read before a run is planned."""
    with pytest.raises(ValueError, match=said):
        PlannedRun(read_settings(spec, given, PYTEST, "pytest"), ())


def test_other_tests_are_unaffected(theirs: Here) -> None:
    """If no property is collected, no properties are imported, and the marks of other plugins still work."""
    theirs.write(
        "test_theirs.py",
        "import sys\n\n\ndef test_quick():\n    assert 'crosscover.properties' not in sys.modules\n"
        "    assert 'hypothesis.strategies' not in sys.modules\n",
    )
    ran = under_pytest(theirs, "-q", "-p", "no:hypothesispytest")
    assert (ran.code, ran.errors) == (0, "")


@pytest.mark.slow
def test_properties_of_beside_another_test(theirs: Here) -> None:
    """A test file with `properties_of` has one test for each property that applies, beside other tests."""
    theirs.write(
        "tests/test_mine.py",
        "from crosscover.suite import properties_of\n\n"
        "test_solver = properties_of('python:mine.py:solve', examples=2, seed=1)\n\n\n"
        "def test_other():\n    pass\n",
    )
    ran = under_pytest(theirs, "-k", "ordinary or full_grids or other")
    assert ran.code == 1
    assert "\ncrosscover: python:mine.py:solve, 2 properties, seed 1\n" in ran.output
    assert "test_solver[full_grids]" in ran.output
    assert "WRONG  full_grids" in ran.output
    assert "\nreplay it  crosscover replay " in ran.output
    assert re.search(r"^FAILED \(.+\) tests/test_mine.py::test_solver\[full_grids\]$", ran.output, re.MULTILINE)
    assert "Traceback" not in ran.output + ran.errors
    assert "crosscover/suite.py" not in ran.output
    assert "passed" in ran.output


def test_what_init_writes(theirs: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """The test file that `crosscover init` writes works unchanged."""
    assert main(["init", "--subject", "python:mine.py:solve"]) == 0
    capsys.readouterr()
    ran = under_pytest(theirs, "-q", "tests/test_crosscover.py", "-k", "full_grids")
    assert (ran.code, ran.errors) == (1, "")
    assert "1 failed" in ran.output


def test_unknown_option() -> None:
    """An unknown argument is named at the line that passes it."""
    from crosscover.suite import properties_of  # noqa: PLC0415 - it imports Hypothesis

    with pytest.raises(ValueError, match="exmples"):
        properties_of("engine:dlx", exmples=2)  # type: ignore[call-arg]  # as somebody may write it


LISTED = """\
import sys


def pytest_unconfigure():
    print("imported", sorted({"ortools", "pysat"} & set(sys.modules)))
"""


@pytest.mark.parametrize("arguments", [("--collect-only",), ("-k", "other")], ids=" ".join)
def test_collection_opens_nothing(arguments: tuple[str, ...], theirs: Here) -> None:
    """Collecting properties, or running other tests, imports no solver library, loads no subject, writes no report.

    A test file with the name of one of crosscover's keeps the order of its tests.
    """
    theirs.write("listed.py", LISTED)
    theirs.write("mine.py", f"open('loaded', 'w').close()\n{solvers.RIGHT_PYTHON}")
    theirs.write(
        "test_solver.py",
        "from crosscover.suite import properties_of\n\n\ndef test_other():\n    pass\n\n\n"
        "test_mine = properties_of('python:mine.py:solve', json='report.json')\n"
        "test_engine = properties_of('engine:cpsat')\n\n\ndef test_another():\n    pass\n",
    )
    ran = under_pytest(theirs, "-q", "-p", "listed", *arguments)
    assert (ran.code, ran.errors) == (0, "")
    assert "imported []" in ran.output
    ids = [
        name for line in ran.output.splitlines() if (name := line.partition("::")[2]).endswith(("er", "full_grids]"))
    ]
    listed = ["test_other", "test_mine[full_grids]", "test_engine[full_grids]", "test_another"]
    assert ids == (listed if "--collect-only" in arguments else [])
    assert not {"loaded", "report.json"} & {path.name for path in theirs.directory.iterdir()}


def test_their_fixtures(theirs: Here) -> None:
    """Crosscover adds no fixture to other projects."""
    ran = under_pytest(theirs, "--fixtures")
    assert "capsys" in ran.output
    assert "harness" not in ran.output


def test_a_run_that_cannot_be_opened(theirs: Here) -> None:
    """The first property reports in one line why its run cannot be opened, and the others are skipped."""
    theirs.write(
        "test_mine.py",
        "from crosscover.suite import properties_of\n\ntest_mine = properties_of('engine:dlx', known='missing.txt')\n",
    )
    ran = under_pytest(theirs, "-k", "full_grids or patterns")
    assert ran.code == 1
    assert "crosscover: missing.txt: No such file or directory" in ran.output
    assert "2 skipped" in ran.output
    assert "1 error" in ran.output
    assert "Traceback" not in ran.output
