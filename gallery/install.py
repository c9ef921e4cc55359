"""Install a solver of the gallery into its own folder, without root and outside the project's environment."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .entries import HERE, Entry

_MINUTES = 10
"""Time limit of an installation in minutes."""


class InstallError(Exception):
    """A solver could not be installed; the message says why."""


def install(entry: Entry, folder: Path) -> Path:
    """Install the solver with its adapter, unless it is installed already; returns its folder.

    Raises InstallError if the installation tool is missing or fails.
    """
    missing = [program for program in entry.needs if shutil.which(program) is None]
    if missing:
        raise InstallError(f"{entry.id}: needs {', '.join(missing)} on PATH")
    place = folder.resolve() / entry.slug
    done = place / f"installed-{entry.version}"
    if not done.is_file():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        match entry.ecosystem:
            case "pypi":
                _pypi(entry, place)
            case "npm":
                _npm(entry, place)
            case "debian":
                _debian(entry, place)
            case "git":
                _git(entry, place)
            case other:
                raise InstallError(f"{entry.id}: cannot install from {other!r}")
        done.touch()
    _copy_adapter(entry, place)
    return place


def python_of(place: Path) -> Path:
    """The interpreter of a Python adapter: that of its environment, or the current one without an environment."""
    own = place / "venv" / "bin" / "python"
    return own if own.exists() else Path(sys.executable)


def ask_command(entry: Entry, place: Path, contract: str) -> list[str]:
    """The command that reads puzzles and writes answers, one per line, without crosscover; empty without adapter."""
    if entry.command:
        words = [str(place / word) if (place / word).exists() else word for word in entry.command.split()]
        libraries = ":".join(map(str, sorted(place.glob("root/usr/lib/*-linux-gnu"))))
        preset = ["env", f"LD_LIBRARY_PATH={libraries}"] if libraries else []
        return [*preset, *words]
    if not entry.adapter:
        return []
    program = "ask_covers" if entry.problem else "ask"
    if entry.adapter.endswith(".mjs"):
        return ["node", str(place / f"{program}.mjs"), entry.function(contract)]
    return [str(python_of(place)), str(place / f"{program}.py"), entry.function(contract)]


def _pypi(entry: Entry, place: Path) -> None:
    _run([_interpreter(entry), "-m", "venv", "venv"], None, place)
    pip = ["venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run(pip, entry, place)


def _npm(entry: Entry, place: Path) -> None:
    _run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "."], entry, place)


def source_commands(entry: Entry) -> list[list[str]]:
    """The commands that check out the files of a repository at a commit, run in an empty folder."""
    return [
        ["git", "init", "--quiet", "source"],
        ["git", "-C", "source", "remote", "add", "origin", entry.repository],
        ["git", "-C", "source", "fetch", "--quiet", "--depth", "1", "--filter", "blob:none", "origin", entry.version],
        ["git", "-C", "source", "checkout", "--quiet", "FETCH_HEAD", "--", *entry.files],
    ]


def _git(entry: Entry, place: Path) -> None:
    for command in source_commands(entry):
        _run(command, None, place)
    if entry.install:
        (_npm if entry.adapter.endswith(".mjs") else _pypi)(entry, place)


def _interpreter(entry: Entry) -> str:
    """The Python that the entry needs: on PATH, or among the versions of pyenv, whose commands may be broken."""
    if not entry.python:
        return sys.executable
    installed = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{entry.python}.*/bin/python"))
    for candidate in (shutil.which(f"python{entry.python}"), *map(str, installed)):
        if candidate is not None:
            with contextlib.suppress(InstallError):
                _run([candidate, "-c", ""], None, Path.cwd())
                return candidate
    raise InstallError(f"{entry.id}: needs Python {entry.python}, which is not installed")


def _debian(entry: Entry, place: Path) -> None:
    _run(["apt-get", "download"], entry, place)
    for package in sorted(place.glob("*.deb")):
        _run(["dpkg-deb", "--extract", package.name, "root"], None, place)


def _copy_adapter(entry: Entry, place: Path) -> None:
    """Put the adapter beside the packages that it imports, where node finds them."""
    if entry.adapter:
        adapter = HERE / "adapters" / entry.adapter_file
        for helper in adapter.parents[1].glob(f"*{adapter.suffix}"):
            shutil.copy(helper, place)
        shutil.copy(adapter, place / f"adapter{adapter.suffix}")


def _run(command: Sequence[str], entry: Entry | None, place: Path) -> None:
    """Run a command in a folder, with the `install` of an entry as further arguments."""
    words = [*command, *(entry.install if entry else ())]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            words,
            cwd=place,
            capture_output=True,
            text=True,
            timeout=_MINUTES * 60,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise InstallError(f"{words[0]} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"{words[0]} took more than {_MINUTES} minutes") from error
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
        raise InstallError(f"{' '.join(words)}: {last[0]}")
