"""The action for GitHub and the hook for pre-commit that this repository offers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.check import solvers
from tests.check.running import ENVIRONMENT, Ran, run
from tests.docs.pages import checkout_programs

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "actions" / "check"
FILES = ["crosscover.html", "crosscover.json", "crosscover.xml", ".crosscover"]
CONFIGURATION = '[tool.crosscover]\nsubject = "python:mine.py:solve"\nonly = "full_grids"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a wrong solver and its configuration."""
    (tmp_path / "mine.py").write_text(solvers.WRONG_PYTHON)
    (tmp_path / "pyproject.toml").write_text(CONFIGURATION)
    return tmp_path


def steps() -> dict[str, dict[str, Any]]:
    """The steps of the action by their names."""
    action = yaml.safe_load((FOLDER / "action.yml").read_text(encoding="utf-8"))
    return {step["name"]: step for step in action["runs"]["steps"]}


def run_step(name: str, project: Path, programs: Path, arguments: str = "") -> Ran:
    """Run the commands of a step as GitHub does."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "GITHUB_ACTION_PATH": str(FOLDER), "GITHUB_ACTIONS": "true", "ARGUMENTS": arguments}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", steps()[name]["run"]]
    return run(command, project, environment=ENVIRONMENT | environment, seconds=600)


@pytest.mark.slow
def test_the_action_judges_a_solver(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The action judges the solver in its arguments, and writes what it uploads."""
    (project / "pyproject.toml").unlink()
    arguments = "'python:mine.py:solve' -k 'full_grids' --rounds 1"
    ran = run_step("Judge the solver", project, checkout_programs(tmp_path_factory.mktemp("a") / "bin"), arguments)
    assert ran.code == 1, ran.errors
    assert "::error " in ran.output
    uploaded = steps()["Upload the reports and these inputs"]["with"]["path"].split()
    assert uploaded == FILES
    assert all((project / name).exists() for name in uploaded)


@pytest.mark.release
def test_the_action_installs_this_crosscover(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action installs the crosscover that it belongs to."""
    monkeypatch.setitem(ENVIRONMENT, "CROSSCOVER_PURE", "1")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    ran = run_step("Install crosscover", project, tmp_path / "venv" / "bin")
    assert ran.code == 0, ran.errors
    assert run([str(tmp_path / "venv" / "bin" / "crosscover"), "--version"], project).output.startswith("crosscover ")


@pytest.mark.slow
def test_the_hook_judges_a_solver(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The command of the hook, without names of files, judges the configured solver."""
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("crosscover", "python", False)
    programs = checkout_programs(tmp_path_factory.mktemp("a") / "bin")
    ran = run([str(programs / "crosscover"), *hook["entry"].split()[1:], "--rounds", "1"], project)
    assert ran.code == 1, ran.errors


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_pre_commit_runs_the_hook(project: Path) -> None:
    """pre-commit installs the hook from this repository, and fails for the wrong solver."""
    for command in (["git", "init", "-q"], ["git", "add", "."]):
        subprocess.run(command, cwd=project, check=True)
    ran = run(["pre-commit", "try-repo", str(ROOT), "crosscover", "--all-files", "--verbose"], project, seconds=900)
    assert ran.code == 1, ran.output + ran.errors
    assert "WRONG: python:mine.py:solve" in ran.output
