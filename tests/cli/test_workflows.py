"""The CI files that `crosscover init` writes: their YAML and their commands."""

import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import crosscover
from crosscover.cli.init import Setup, github_text, project_commands
from tests.check.running import ENVIRONMENT, Ran, run

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

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
AWKWARD = "exec:./a.out \"x: y\" '#' ü"


def steps(text: str) -> list[dict[str, Any]]:
    """The steps of a workflow's only job."""
    (job,) = yaml.safe_load(text)["jobs"].values()
    return list(job["steps"])


def commands(setup: Setup) -> list[str]:
    """The commands of the workflow as passed to the shell."""
    return [step["run"] for step in steps(github_text(setup)) if "run" in step]


def uploads(setup: Setup) -> list[str]:
    """The paths that the workflow uploads."""
    return str(steps(github_text(setup))[-1]["with"]["path"]).split()


def test_a_command_comes_through() -> None:
    """YAML preserves the command exactly, whatever the characters in the solver's name."""
    setup = Setup(AWKWARD, {"dialect": "grid"}, ("make 'a: b' # \"c\"",))
    install, *build, check = "\n".join(map(str.strip, commands(setup))).split("\n")
    assert install == f"python -m pip install crosscover=={crosscover.__version__}"
    assert build == ["make 'a: b' # \"c\""]
    assert check.startswith(f"{setup.check()} --profile ci ")


def test_each_step_is_an_action_or_a_command() -> None:
    """Each step of the workflow is an action by GitHub with a major version, or a command."""
    for step in steps(github_text(Setup("engine:dlx"))):
        assert set(step) <= {"name", "if", "uses", "with", "run"}
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"actions/[a-z/-]+@v\d+", step.get("uses", "actions/x@v1"))


def test_reports_are_uploaded() -> None:
    """Every report of the check and the store of saved failures are uploaded."""
    setup = Setup("engine:dlx")
    (check,) = (command for command in commands(setup) if "crosscover check" in command)
    written = re.findall(r"--(?:junit|json|html) (\S+)", check)
    assert sorted([*written, ".crosscover"]) == sorted(uploads(setup))


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
        shortened = line.replace("--profile ci", "--profile ci --time 10s --max-slowdown 0").replace(
            VERSION, shlex.quote(str(ROOT))
        )
        ran = run(["bash", "-e", "-o", "pipefail", "-c", shortened], folder, environment=dict(environment), seconds=600)
        yield ran
        if ran.code:
            break


@pytest.mark.slow
@pytest.mark.parametrize(("source", "codes"), [(RIGHT, {0, 5}), (WRONG, {1})])
def test_a_project_is_judged(source: str, codes: set[int], tmp_path: Path, environment: Mapping[str, str]) -> None:
    """The commands install the project and crosscover, judge the solver, and write the files to upload."""
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "my_solver.py").write_text(source)
    setup = Setup("python:my_solver:solve", {"call": "text"}, project_commands("python:my_solver:solve", tmp_path))
    *installed, judged = run_all(commands(setup), tmp_path, environment)
    assert [ran.code for ran in installed] == [0] * len(installed), installed[-1].errors
    assert judged.code in codes, judged.output + judged.errors
    assert ("::error " in judged.output) is bool(judged.code)
    left = {name for name in uploads(setup) if (tmp_path / name).exists()}
    assert left == {
        "crosscover.html",
        "crosscover.json",
        "crosscover.xml",
        *([".crosscover"] if judged.code == 1 else []),
    }
