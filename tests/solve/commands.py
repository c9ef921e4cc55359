"""Run `crosscover` as a process."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen, run

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


def crosscover(*arguments: str, given: str | bytes = b"", environment: dict[str, str] = ENVIRONMENT) -> Outcome:
    """Run a command to its end."""
    data = given if isinstance(given, bytes) else given.encode()
    done = run([*COMMAND, *arguments], input=data, capture_output=True, check=False, env=environment, timeout=120)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


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
