"""Run `crosscover` in this process, or as a process of its own."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE, Popen, run
from tempfile import TemporaryFile

import pytest

from crosscover.cli import main

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
PURE = {**ENVIRONMENT, "CROSSCOVER_PURE": "1"}
"""An environment without the compiled search, in which solving is slow enough to be spread over processes."""

COMMAND = [sys.executable, "-m", "crosscover"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code and output of a process."""

    code: int
    output: str
    errors: str


def crosscover(*arguments: str, given: str | bytes = b"") -> Outcome:
    """Run a command in this process."""
    output, errors = StringIO(), StringIO()
    with TemporaryFile() as file, pytest.MonkeyPatch.context() as patch:
        file.write(given if isinstance(given, bytes) else given.encode())
        file.seek(0)
        for name, stream in (("stdin", TextIOWrapper(file)), ("stdout", output), ("stderr", errors)):
            patch.setattr(sys, name, stream)
        code = main(arguments)
    return Outcome(code, output.getvalue(), errors.getvalue())


def pure_process(*arguments: str, given: str) -> Outcome:
    """Run a command in a process without the compiled search."""
    done = run([*COMMAND, *arguments], input=given, capture_output=True, check=False, env=PURE, timeout=120, text=True)
    return Outcome(done.returncode, done.stdout, done.stderr)


@contextmanager
def talking_to(
    *arguments: str, output: int = PIPE, environment: dict[str, str] = ENVIRONMENT
) -> Generator[Popen[bytes]]:
    """Start a command with open pipes in a process group of its own, which is killed afterwards."""
    with Popen(
        [*COMMAND, *arguments],
        stdin=PIPE,
        stdout=output,
        stderr=PIPE,
        env=environment,
        bufsize=0,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
