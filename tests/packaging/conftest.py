"""The built packages, and empty environments to install them into."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command that must succeed; its standard output."""
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


def build(target: Path, *options: str | Path, **environment: str) -> Path:
    """Build a package into a folder that is then its only content; the path of the package."""
    run(sys.executable, "-m", "build", "--outdir", target, *options, cwd=CHECKOUT, **environment)
    (package,) = target.iterdir()
    return package


class Installed:
    """A virtual environment that holds one wheel; what it needs is borrowed from the environment of the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
        self.python = folder / "bin" / "python"
        self.command = folder / "bin" / "crosscover"
        self.packages = Path(self.run_python("import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        self.before = {path.name for path in self.packages.iterdir()}
        run(sys.executable, "-m", "pip", "--python", self.python, "install", "--no-deps", wheel, cwd=folder.parent)
        self.added = {path.name for path in self.packages.iterdir()} - self.before
        # A line in a .pth file is a path to look in; .pth files found there are not followed, so that a crosscover
        # installed as editable beside the tests stays out of sight.
        (self.packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))

    def run_python(self, program: str, cwd: Path | None = None) -> str:
        """Run a program in the environment; its standard output."""
        return run(self.python, "-c", program, cwd=cwd or self.python.parent)

    def try_out(self, build: str, cwd: Path) -> None:
        """Use the wheel, which must be of this build, `compiled` or `pure`, as a release does before it publishes."""
        run(self.python, CHECKOUT / "tests" / "packaging" / "try_installed.py", build, cwd=cwd)


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    return build(tmp_path_factory.mktemp("sdist"), "--sdist", ".")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "--wheel", ".")


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment with the wheel in it."""
    return Installed(tmp_path_factory.mktemp("installed") / "environment", wheel)
