"""With the lowest supported versions of its dependencies, a check finds a wrong solver."""

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import CHECKOUT, run

pytestmark = pytest.mark.release


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and the lowest version of each dependency."""
    uv = pytest.importorskip("uv", reason="uv is not installed").find_uv_bin()
    folder = tmp_path_factory.mktemp("lowest")
    run(uv, "venv", "--quiet", "--python", sys.executable, folder / "environment", cwd=folder)
    python = folder / "environment" / "bin" / "python"
    options = ["--resolution", "lowest-direct", "--python-version", "3.11", "--no-header", "--no-annotate"]
    pinned = run(uv, "pip", "compile", "--quiet", *options, "pyproject.toml", cwd=CHECKOUT)
    (folder / "lowest.txt").write_text(pinned, encoding="utf-8")
    run(uv, "pip", "install", "--quiet", "--python", python, "-r", folder / "lowest.txt", wheel, cwd=folder)
    return python


def test_the_lowest_versions_do(python: Path, tmp_path: Path) -> None:
    """Solving, proving and judging work with the lower bounds."""
    script = CHECKOUT / "tests" / "packaging" / "try_installed.py"
    subprocess.run([python, script, "compiled"], cwd=tmp_path, check=True, timeout=300)
