"""Runs `crosscover check` as its users do, as a process, and where that makes no difference in this one."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from crosscover import engines
from crosscover.cli import main
from crosscover.reference import Engine

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "GITHUB_", "COVERAGE_"))
} | {"PYTHONPATH": str(ROOT / "src")}
CHECK = [sys.executable, "-m", "crosscover", "check"]

QUICK_PANEL = ("bitmask", "dlx", "sat:cadical195")
"""A panel for runs in this process whose verdicts are not what is tested: it takes a fifth of the time."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run left."""

    code: int
    output: str
    errors: str

    @property
    def lines(self) -> dict[str, str]:
        """The line of each property, by its name."""
        return {
            columns[1].strip(): line
            for line in self.output.splitlines()
            if len(columns := [one for one in line.split("  ") if one]) > 3 and line[0] != " "
        }


class Here:
    """Runs checks in this process, in a directory of the test's own."""

    def __init__(self, directory: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.directory = directory
        self._capture = capture

    def __call__(self, *arguments: str) -> Ran:
        """Run a check to its end; performance is measured only where the arguments say for how long."""
        self._capture.readouterr()
        code = main(["check", "--performance=0", *arguments])
        said = self._capture.readouterr()
        return Ran(code, said.out, said.err)

    def write(self, name: str, text: str) -> str:
        """Put a file into the directory; gives its name back."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def compiled(self, text: str, name: str = "solver") -> str:
        """Compile a C program; gives the specification of the subject back."""
        source = self.directory / f"{name}.c"
        source.write_text(text, encoding="utf-8")
        subprocess.run(["cc", "-O2", "-o", self.directory / name, source], check=True)
        return f"exec:./{name}"


def run(
    command: Sequence[str],
    directory: Path,
    *,
    environment: dict[str, str] = ENVIRONMENT,
    given: str | None = "",
    seconds: float = 120,
) -> Ran:
    """Run a command to its end; without standard input where nothing is given."""
    done = subprocess.run(
        command,
        cwd=directory,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@contextmanager
def started(arguments: Sequence[str], directory: Path) -> Generator[subprocess.Popen[str]]:
    """A check as a process in a group of its own, which is gone afterwards."""
    with subprocess.Popen(
        [*CHECK, *arguments],
        cwd=directory,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def members(group: int) -> list[int]:
    """The processes of a process group that are not dead."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] not in (b"Z", b"X"):
                found.append(int(folder.name))
    return found


def enter(monkeypatch: pytest.MonkeyPatch, lying: Engine) -> None:
    """Put an engine called `lying` among the engines."""
    monkeypatch.setitem(engines.ENGINES, "lying", ("for tests", lambda: lying))
