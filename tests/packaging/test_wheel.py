"""The wheel and the source distribution contain the tested package, and install it."""

import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from .conftest import CHECKOUT, Installed, build, run

pytestmark = pytest.mark.slow

PUZZLE = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
ANSWER = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
FOLDERS = {
    "oracles": "crosscover/oracles",
    "properties": "crosscover/properties",
    "reference": "crosscover/reference",
    "src/crosscover": "crosscover",
}
HAS_COMPILER = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")


def contents(wheel: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_only_our_own_name_lands_in_site_packages(installed: Installed) -> None:
    """The wheel installs `crosscover` and its metadata, but no top-level `reference`, `oracles` or `properties`."""
    names = {re.sub(r"-[0-9.]+\.dist-info", "-dist-info", name) for name in installed.added}
    assert names == {"crosscover", "crosscover-dist-info"}


def test_every_file_of_the_checkout_is_in_the_wheel(wheel: Path) -> None:
    """The wheel, built from the source distribution, has the three folders at the top and the package in src."""
    expected = {
        f"{name}/{path.relative_to(CHECKOUT / folder).as_posix()}"
        for folder, name in FOLDERS.items()
        for path in (CHECKOUT / folder).rglob("*.*")
        if path.is_file() and path.suffix != ".so" and "__pycache__" not in path.parts
    }
    assert expected == {name for name in contents(wheel) if ".dist-info/" not in name and not name.endswith(".so")}


def test_the_command_solves_where_no_checkout_is(installed: Installed, tmp_path: Path) -> None:
    """It works in a directory with modules that have the names of its folders."""
    for name in ("properties", "oracles", "reference", "dancing"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('the wrong module')\n")
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\nend\n")
    solved = run(installed.command, "solve", "--dialect", "poj3074", "puzzles.txt", cwd=tmp_path)
    assert solved.split() == [ANSWER]


def test_the_properties_run_where_no_checkout_is(installed: Installed, tmp_path: Path) -> None:
    """`crosscover check` finds its properties in the package, not in the working directory."""
    (tmp_path / "properties.py").write_text("raise ImportError('the wrong module')\n")
    options = ["-k", "number_of_clues", "--rounds", "1", "--seed", "1", "--max-slowdown", "0"]
    assert "NO ERRORS FOUND" in run(installed.command, "check", *options, cwd=tmp_path)


@HAS_COMPILER
def test_the_wheel_brings_the_compiled_build(installed: Installed, tmp_path: Path) -> None:
    """A compiled wheel solves, proves and judges."""
    installed.try_out("compiled", tmp_path)


def test_without_a_compiler_the_wheel_is_pure(wheel: Path, tmp_path: Path) -> None:
    """A pure wheel from the checkout has all other files of the wheel from the source distribution, and it works."""
    [pure] = build(tmp_path / "dist", "--wheel", CC="false").iterdir()
    assert pure.name.endswith("-py3-none-any.whl")
    assert contents(pure) == {name for name in contents(wheel) if not name.endswith(".so")}
    Installed(tmp_path / "environment", pure).try_out("pure", tmp_path)


def test_pypi_takes_the_packages(sdist: Path, wheel: Path) -> None:
    """The metadata are valid, in a version that the upload action supports, and PyPI can render README."""
    pytest.importorskip("twine", reason="twine is not installed")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel, cwd=CHECKOUT)
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        assert archive.read(name).startswith(b"Metadata-Version: 2.4\n")


def test_the_wheel_is_in_order(wheel: Path) -> None:
    """The wheel has no module twice, none outside the package, and no library of the build machine."""
    pytest.importorskip("check_wheel_contents", reason="check-wheel-contents is not installed")
    run(sys.executable, "-m", "check_wheel_contents", wheel, cwd=CHECKOUT)
