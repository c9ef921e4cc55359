"""Exit codes of commands whose output cannot be written: the findings so far count."""

import os
import shlex
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.certificates.puzzles import HARD
from tests.check import running
from tests.dialects.samples import ANSWER, SECOND

ENVIRONMENT = {name: value for name, value in running.ENVIRONMENT.items() if name != "PYTHONUNBUFFERED"}
WRONG, USAGE, INTERRUPTED = 1, 2, 130

COMMANDS = {
    "check --help": INTERRUPTED,
    "solve puzzles.txt": INTERRUPTED,
    "solve --wrong-option": USAGE,
    "audit table.csv --engines dlx,bitmask --jobs 1": WRONG,
}
"""The exit code of a command of each kind if the pipe is closed."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input files of the commands, in the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(f"{HARD[0]}\n{HARD[1]}\n")
    Path("table.csv").write_text(f"puzzle,solution\n{SECOND},{ANSWER}\n")


def run(line: str, output: int, errors: int) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*running.COMMAND, *line.split()],
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=errors,
        text=True,
        check=False,
        timeout=120,
    )


@contextmanager
def closed_pipe() -> Generator[int]:
    """A pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write):
        yield write


@pytest.mark.parametrize(("line", "code"), COMMANDS.items())
def test_nobody_reads(line: str, code: int) -> None:
    """With a closed pipe there is no traceback, and the exit code is that of the findings, or else of an interrupt."""
    with closed_pipe() as output:
        done = run(line, output, subprocess.PIPE)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode == code


def test_nobody_reads_errors_either() -> None:
    """If stderr goes to the same closed pipe, the exit code is the same."""
    with closed_pipe() as output:
        assert run("audit table.csv --engines dlx,bitmask --jobs 1", output, output).returncode == WRONG


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
@pytest.mark.parametrize("line", ["solve puzzles.txt", "audit table.csv --engines dlx,bitmask --jobs 1"])
def test_full_disk(line: str) -> None:
    """An output that cannot be written is a usage error, reported once, unless there is a worse finding."""
    with Path("/dev/full").open("w") as full:
        done = run(line, full.fileno(), subprocess.PIPE)
    assert done.stderr.endswith("crosscover: No space left on device\n")
    assert done.stderr.count("No space") == 1
    assert done.returncode == (WRONG if COMMANDS[line] == WRONG else USAGE)


@pytest.mark.parametrize(("closed", "message"), [(">&-", "crosscover: standard output is closed\n"), ("2>&-", "")])
def test_closed_streams(closed: str, message: str) -> None:
    """A command without stdout or stderr does nothing."""
    shell = ["sh", "-c", f"{shlex.join([*running.COMMAND, 'solve', 'puzzles.txt'])} {closed}"]
    assert running.run(shell, Path(), environment=ENVIRONMENT) == running.Ran(USAGE, "", message)
