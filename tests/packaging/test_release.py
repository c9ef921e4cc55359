"""What a release says of itself in several places agrees, and its workflows run what they name."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .conftest import CHECKOUT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
"""The sections of a version, in the order of Keep a Changelog."""

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="the source distribution has no workflows")


def jobs(name: str) -> dict[str, Any]:
    """The jobs of a workflow."""
    return dict(yaml.safe_load((CHECKOUT / ".github" / "workflows" / f"{name}.yml").read_text())["jobs"])


def pythons() -> set[str]:
    """The versions of Python that the package names."""
    prefix = "Programming Language :: Python :: "
    named = {name.removeprefix(prefix) for name in PROJECT["project"]["classifiers"] if name.startswith(prefix)}
    return {version for version in named if re.fullmatch(r"3\.\d+", version)}


def test_the_version_is_the_same_everywhere() -> None:
    """The package, the newest section of the changelog and the citation name one version, the latter two one date."""
    version, date = re.findall(r"^## \[([0-9.]+)\] - (\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)[0]
    citation = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))
    assert PROJECT["project"]["version"] == version
    assert (citation["version"], citation["date-released"]) == (version, date)


def test_the_changelog_keeps_to_its_form() -> None:
    """What is unreleased comes first, and no version has a section twice, out of order, or of another name."""
    unreleased, *versions = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]
    assert unreleased.startswith("[Unreleased]\n")
    for version in [unreleased, *versions]:
        places = [KINDS.index(kind) for kind in re.findall(r"^### (.+)$", version, re.MULTILINE)]
        assert places == sorted(set(places)), version.partition("\n")[0]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned(path: Path) -> None:
    """Each action is named by the hash of a commit, which nobody can move, with its version beside it."""
    used = re.findall(r"uses: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert [use for use in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []


def test_an_action_has_one_version() -> None:
    """No workflow uses another version of an action than the others."""
    used = {use for path in WORKFLOWS for use in re.findall(r"uses: (.*)$", path.read_text(), re.MULTILINE)}
    assert len({use.partition("@")[0] for use in used}) == len(used)


def test_every_python_is_tested_and_built_for() -> None:
    """The versions that the package names are those of the tests and of the compiled wheels."""
    tests = jobs("ci")["tests"]["strategy"]["matrix"]["python"]
    wheels = {pattern.replace("cp3", "3.").removesuffix("-*") for pattern in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert set(tests) == wheels == pythons()
    lowest = min(pythons(), key=lambda version: int(version.partition(".")[2]))
    assert PROJECT["project"]["requires-python"] == f">={lowest}"


def test_nothing_is_published_that_was_not_tried() -> None:
    """The job that publishes waits for all others, and it alone can prove to PyPI who it is."""
    release = jobs("release")
    publish = release.pop("publish")
    assert sorted(publish["needs"]) == sorted(release)
    assert publish["environment"]["name"] == "pypi"
    assert publish["permissions"] == {"id-token": "write"}
    assert not any("permissions" in job for job in release.values())


def test_what_workflows_run_is_there() -> None:
    """Each script of the repository that a workflow or cibuildwheel names exists."""
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    scripts = re.findall(
        r"(?:tests|\.ci)/[\w/.]+", "\n".join([*texts, PROJECT["tool"]["cibuildwheel"]["test-command"]])
    )
    assert {".ci/run", "tests/packaging/try_installed.py"} <= set(scripts)
    assert [script for script in scripts if not (CHECKOUT / script).is_file()] == []
