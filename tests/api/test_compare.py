"""The function `compare`, and the settings of the solvers that are compared."""

from pathlib import Path

import pytest

import crosscover
from crosscover import engines
from crosscover.exit_code import ExitCode, UsageError
from crosscover.result import Grade, Status
from crosscover.runner.comparing import settings_of
from tests.check.running import QUICK_PANEL
from tests.check.solvers import RIGHT_PYTHON, WRONG_PYTHON

from .solvers import cell_function


def test_two_solvers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A right and a wrong solver are run on the same puzzles, and on those that one of them failed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
    Path("wrong.py").write_text(WRONG_PYTHON)
    options: dict[str, object] = {"only": "full_grids", "rounds": 1, "seed": 1}
    found = crosscover.compare("engine:bitmask", "python:wrong.py:solve", **options)
    assert found.exit_code is ExitCode.WRONG
    assert [one.setup.seed for one in found.results] == [1, 1]
    assert found.inputs[0].answers[0].status is Status.PASSED
    assert "WRONG" in repr(found)


def test_functions_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two functions with one name is judged."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
    right, wrong = cell_function(RIGHT_PYTHON, "solve"), cell_function(WRONG_PYTHON, "solve")
    options: dict[str, object] = {"only": "full_grids", "rounds": 1, "seed": 1}
    found = crosscover.compare(right, wrong, **options)
    assert [one.grade for one in found.results] == [Grade.NO_ERRORS, Grade.WRONG]


def test_wrong_use() -> None:
    """Fewer than two solvers, and options that do not exist or fit, are errors that say so."""
    with pytest.raises(ValueError, match="at least two solvers"):
        crosscover.compare("engine:dlx")
    with pytest.raises(ValueError, match="no option 'tyme'"):
        crosscover.compare("engine:dlx", "engine:bitmask", tyme=5)
    with pytest.raises(ValueError, match="json: compare has no such option"):
        crosscover.compare("engine:dlx", "engine:bitmask", json="out.json")


def test_defaults_of_all_solvers() -> None:
    """An option is a default for the solvers that it applies to; one of a single solver must apply to it."""
    specs = ["engine:dlx", "python:m:f", "exec:./a.out"]
    own: dict[str, object] = {"dialect": "lines"}
    settings = settings_of(
        [*((spec, {}) for spec in specs), ("exec:./b.out", own)], {"dialect": "grid", "call": "rows", "seed": 1}
    )
    assert [one.options.dialect for one in settings] == ["poj3074", "poj3074", "grid", "lines"]
    assert ["call" in one.options.explicit for one in settings] == [False, True, False, False]
    with pytest.raises(UsageError, match=r"^'python:m:f': dialect: only for exec: solvers"):
        settings_of([("python:m:f", own), ("engine:dlx", {})], {})
