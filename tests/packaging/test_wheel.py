"""The wheel and the source distribution contain the tested package, and install it."""

import re
import shutil
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.dialects.samples import ANSWER, PUZZLE

from .conftest import CHECKOUT, Installed, build, run

FOLDERS = {
    "oracles": "crosscover/oracles",
    "properties": "crosscover/properties",
    "reference": "crosscover/reference",
    "src/crosscover": "crosscover",
}


def contents(wheel: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.slow
def test_the_packages(sdist: Path, wheel: Path, installed: Installed, tmp_path: Path) -> None:
    """The packages can be published, and an installed wheel works; one test, since the build takes a minute."""
    can_be_published(sdist, wheel)
    assert files_of_the_checkout() == {
        name for name in contents(wheel) if ".dist-info/" not in name and not name.endswith(".so")
    }
    only_our_own_name_lands_in_site_packages(installed)
    for name in ("properties", "oracles", "reference", "dancing"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('the wrong module')\n")
    the_command_solves(installed, tmp_path)
    the_properties_run(installed, tmp_path)
    if shutil.which("cc"):
        installed.try_out("compiled", tmp_path)


def can_be_published(sdist: Path, wheel: Path) -> None:
    """The metadata are valid, PyPI can render README, and the wheel has no module twice or outside the package."""
    if find_spec("twine"):
        run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel, cwd=CHECKOUT)
    if find_spec("check_wheel_contents"):
        run(sys.executable, "-m", "check_wheel_contents", wheel, cwd=CHECKOUT)
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        assert archive.read(name).startswith(b"Metadata-Version: 2.4\n")  # the upload action supports it


def files_of_the_checkout() -> set[str]:
    """The files of the three folders at the top and of the package in src, as a wheel names them."""
    return {
        f"{name}/{path.relative_to(CHECKOUT / folder).as_posix()}"
        for folder, name in FOLDERS.items()
        for path in (CHECKOUT / folder).rglob("*.*")
        if path.is_file() and path.suffix != ".so" and "__pycache__" not in path.parts
    }


def only_our_own_name_lands_in_site_packages(installed: Installed) -> None:
    """The wheel installs `crosscover` and its metadata, but no top-level `reference`, `oracles` or `properties`."""
    names = {re.sub(r"-[0-9.]+\.dist-info", "-dist-info", name) for name in installed.added}
    assert names == {"crosscover", "crosscover-dist-info"}


def the_command_solves(installed: Installed, folder: Path) -> None:
    """It works in a directory with modules that have the names of its folders."""
    (folder / "puzzles.txt").write_text(f"{PUZZLE}\nend\n")
    solved = run(installed.command, "solve", "--dialect", "poj3074", "puzzles.txt", cwd=folder)
    assert solved.split() == [ANSWER]


def the_properties_run(installed: Installed, folder: Path) -> None:
    """`crosscover check` finds its properties in the package, not in the working directory."""
    options = ["-k", "number_of_clues", "--rounds", "1", "--seed", "1", "--max-slowdown", "0"]
    assert "NO ERRORS FOUND" in run(installed.command, "check", *options, cwd=folder)


@pytest.mark.release
def test_without_a_compiler_the_wheel_is_pure(wheel: Path, tmp_path: Path) -> None:
    """A pure wheel from the checkout has all other files of the wheel from the source distribution, and it works."""
    [pure] = build(tmp_path / "dist", "--wheel", CC="false").iterdir()
    assert pure.name.endswith("-py3-none-any.whl")
    assert contents(pure) == {name for name in contents(wheel) if not name.endswith(".so")}
    Installed(tmp_path / "environment", pure).try_out("pure", tmp_path)
