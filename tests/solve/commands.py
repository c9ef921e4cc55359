"""Run `crosscover` in this process, or start it as a process of its own."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from subprocess import PIPE, Popen
from tempfile import TemporaryFile

import pytest

from crosscover.cli import main
from tests.check.running import COMMAND, ENVIRONMENT, Ran

PURE = {**ENVIRONMENT, "CROSSCOVER_PURE": "1"}
"""An environment without the compiled search, in which solving is slow enough to be spread over processes."""


def crosscover(*arguments: str, given: str | bytes = b"") -> Ran:
    """Run a command in this process."""
    output, errors = StringIO(), StringIO()
    with TemporaryFile() as file, pytest.MonkeyPatch.context() as patch:
        file.write(given if isinstance(given, bytes) else given.encode())
        file.seek(0)
        for name, stream in (("stdin", TextIOWrapper(file)), ("stdout", output), ("stderr", errors)):
            patch.setattr(sys, name, stream)
        code = main(arguments)
    return Ran(code, output.getvalue(), errors.getvalue())


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
