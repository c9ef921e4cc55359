"""Fixtures: the built packages, and empty environments with them."""

import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command that must succeed; returns its stdout."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(target: Path, *options: str, **environment: str) -> Path:
    """Build packages into an empty folder, which is returned, with uv if it is installed."""
    installer = ["--installer", "uv"] if find_spec("uv") else []
    run(sys.executable, "-m", "build", *installer, "--outdir", target, *options, ".", cwd=CHECKOUT, **environment)
    return target


class Installed:
    """A virtual environment with one wheel; its dependencies are those of the tests' environment."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
        self.python = folder / "bin" / "python"
        self.command = folder / "bin" / "crosscover"
        self.packages = Path(self.run_python("import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        self.before = {path.name for path in self.packages.iterdir()}
        run(sys.executable, "-m", "pip", "--python", self.python, "install", "--no-deps", wheel, cwd=folder.parent)
        self.added = {path.name for path in self.packages.iterdir()} - self.before
        # A .pth file adds a path, but .pth files in that path are ignored. An editable crosscover beside the tests is
        # therefore not found.
        (self.packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))

    def run_python(self, program: str) -> str:
        """Run a program in the environment; returns its stdout."""
        return run(self.python, "-c", program, cwd=self.python.parent)

    def try_out(self, build: str, cwd: Path) -> None:
        """Try the wheel, which must be `compiled` or `pure`, as a release does before it publishes."""
        run(self.python, CHECKOUT / "tests" / "packaging" / "try_installed.py", build, cwd=cwd)


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and with the wheel that is built from it."""
    temporary = tmp_path_factory.mktemp("temporary")
    built = build(tmp_path_factory.mktemp("packages"), TMPDIR=str(temporary))
    assert list(temporary.iterdir()) == [], "a build leaves files behind"
    return built


@pytest.fixture(scope="session")
def sdist(packages: Path) -> Path:
    """The source distribution."""
    return next(packages.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    """The wheel."""
    return next(packages.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment with the wheel in it."""
    return Installed(tmp_path_factory.mktemp("installed") / "environment", wheel)
