"""Run `crosscover check` as users do, in a separate process, or in this process if that makes no difference."""

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
COMMAND = [sys.executable, "-m", "crosscover"]
CHECK = [*COMMAND, "check"]

QUICK_PANEL = ("bitmask", "dlx", "sat:cadical195")
"""A panel for runs that do not test verdicts; five times as fast as the default panel."""

_RUN = "import sys; from crosscover import engines; from crosscover.cli import main; engines.DEFAULT_PANEL = {}; "
CHECK_QUICKLY = [sys.executable, "-c", f"{_RUN.format(QUICK_PANEL)}sys.exit(main(['check', *sys.argv[1:]]))"]
"""`CHECK` with the quick panel."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The exit code and output of a run."""

    code: int
    output: str
    errors: str

    @property
    def lines(self) -> dict[str, str]:
        """The output line of each property, by name."""
        return {
            columns[1].strip(): line
            for line in self.output.splitlines()
            if len(columns := [one for one in line.split("  ") if one]) > 3 and line[0] != " "
        }


class Here:
    """Run crosscover in this process, in a directory of the test."""

    def __init__(self, directory: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.directory = directory
        self._capture = capture

    def __call__(self, *arguments: str) -> Ran:
        """Run a check to its end; measure performance only if the arguments set a time for it."""
        return self.main("check", "--max-slowdown=0", *arguments)

    def main(self, *arguments: str) -> Ran:
        """Run a command to its end."""
        self._capture.readouterr()
        code = main(list(arguments))
        said = self._capture.readouterr()
        return Ran(code, said.out, said.err)

    def write(self, name: str, text: str) -> str:
        """Write a file to the directory and return its name."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def compiled(self, text: str, name: str = "solver") -> str:
        """Compile a C program and return the specification of the subject."""
        source = self.directory / self.write(f"{name}.c", text)
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
    """Run a command to its end, with an empty stdin unless input is given."""
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
    """Start a check in a separate process group, which is killed afterwards."""
    command, pipe = [*CHECK_QUICKLY, *arguments], subprocess.PIPE
    with subprocess.Popen(
        command, cwd=directory, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def enter(monkeypatch: pytest.MonkeyPatch, lying: Engine) -> None:
    """Register an engine with the name `lying`."""
    monkeypatch.setitem(engines.ENGINES, "lying", ("for tests", lambda: lying))
