"""The workflow that `crosscover init` writes, run with its commands."""

import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

import crosscover
from crosscover.cli.init import github_text
from tests.check.running import ENVIRONMENT, Ran, run

from .test_init import steps

ROOT = Path(__file__).parents[2]
PYPROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "my-solver"
version = "1"

[tool.setuptools]
py-modules = ["my_solver"]
"""
RIGHT = (ROOT / "tests" / "cli" / "fillings" / "python.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("return None", "return puzzle.replace('.', '1')")
VERSION = f"crosscover=={crosscover.__version__}"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """A fresh virtual environment first on the path, which borrows crosscover's dependencies from this one."""
    folder = tmp_path_factory.mktemp("ci") / "environment"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    kept = {name: value for name, value in ENVIRONMENT.items() if name != "PYTHONPATH"}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "GITHUB_ACTIONS": "true", "CROSSCOVER_PURE": "1"}  # to compile takes longer


def run_all(lines: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[Ran]:
    """Run commands as CI services do, until one fails."""
    for line in lines:
        shortened = line.replace("--junit", "--time 10s --max-slowdown 0 --junit").replace(
            VERSION, shlex.quote(str(ROOT))
        )
        command = ["bash", "-e", "-o", "pipefail", "-c", shortened]
        yield (ran := run(command, folder, environment=dict(environment), seconds=600))
        if ran.code:
            break


@pytest.mark.release
@pytest.mark.parametrize(("source", "codes"), [(RIGHT, {0, 5}), (WRONG, {1})])
def test_a_project_is_judged(
    source: str, codes: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str]
) -> None:
    """The commands install the project and crosscover, judge the solver, and write the files to upload."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "my_solver.py").write_text(source)
    found = steps(github_text("python:my_solver:solve", {"call": "text"}))
    commands = [step["run"] for step in found if "run" in step]
    *installed, judged = run_all(commands, tmp_path, environment)
    assert [ran.code for ran in installed] == [0] * len(installed), installed[-1].errors
    assert judged.code in codes, judged.output + judged.errors
    assert ("::error " in judged.output) is bool(judged.code)
    missing = {name for name in found[-1]["with"]["path"].split() if not (tmp_path / name).exists()}
    assert missing == ({".crosscover"} if judged.code != 1 else set())
