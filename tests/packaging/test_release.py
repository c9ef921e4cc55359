"""The metadata of a release agree with each other."""

import re
import tomllib
from typing import Any

import pytest

from .conftest import CHECKOUT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOWS = CHECKOUT / ".github/workflows"

pytestmark = pytest.mark.skipif(not WORKFLOWS.exists(), reason="the source distribution has no workflows")


def jobs(name: str) -> dict[str, Any]:
    """The jobs of a workflow."""
    return dict(yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text())["jobs"])


def pythons() -> set[str]:
    """The versions of Python that the package names."""
    prefix = "Programming Language :: Python :: "
    named = {name.removeprefix(prefix) for name in PROJECT["project"]["classifiers"] if name.startswith(prefix)}
    return {version for version in named if re.fullmatch(r"3\.\d+", version)}


def test_the_version_is_the_same_everywhere() -> None:
    """The package, the changelog and the citation name one version, the latter two one date."""
    version, date = re.findall(r"^## \[([0-9.]+)\] - (\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)[0]
    citation = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))
    assert PROJECT["project"]["version"] == version
    assert (citation["version"], citation["date-released"]) == (version, date)


def test_every_python_is_tested_and_built_for() -> None:
    """The versions that the package names are those of the tests and of the compiled wheels."""
    tests = jobs("ci")["tests"]["strategy"]["matrix"]["python"]
    wheels = {pattern.replace("cp3", "3.").removesuffix("-*") for pattern in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert set(tests) == wheels == pythons()
    lowest = min(pythons(), key=lambda version: int(version.partition(".")[2]))
    assert PROJECT["project"]["requires-python"] == f">={lowest}"


def test_nothing_is_published_that_was_not_tried() -> None:
    """Only the job that publishes, after all others, can authenticate to PyPI."""
    release = jobs("release")
    publish = release.pop("publish")
    assert sorted(publish["needs"]) == sorted(release)
    assert publish["environment"]["name"] == "pypi"
    assert publish["permissions"] == {"id-token": "write"}
    assert not any("permissions" in job for job in release.values())
