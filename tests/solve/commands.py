"""Runs `crosscover` as its users do: as a process."""

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
"""The environment in which solving takes long enough to be spread over processes, a puzzle taking a millisecond."""

COMMAND = [sys.executable, "-m", "crosscover"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a process left."""

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
    """Start a command in a process group of its own and leave its pipes open; it is gone afterwards."""
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
