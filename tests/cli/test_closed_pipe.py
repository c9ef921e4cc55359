"""Exit codes of commands whose output cannot be written: the findings so far count."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.certificates.puzzles import HARD
from tests.check.solvers import WRONG_PYTHON
from tests.dialects.samples import ANSWER, PUZZLE, SECOND
from tests.solve import commands

ENVIRONMENT = {name: value for name, value in commands.ENVIRONMENT.items() if name != "PYTHONUNBUFFERED"}
WRONG, USAGE, INTERRUPTED = 1, 2, 130

COMMANDS = {
    "--help": INTERRUPTED,
    "solve --help": INTERRUPTED,
    "solve puzzles.txt": INTERRUPTED,
    "solve misspelt.txt": USAGE,
    "solve --wrong-option": USAGE,
    "check engine:dlx --examples 1 -k sizes": INTERRUPTED,
    "check python:mine.py:solve --examples 1 -k saved": INTERRUPTED,
    "check python:mine.py:solve --examples 1 -k saved --known misspelt.txt": USAGE,
    "audit puzzles.txt --engines dlx,bitmask --jobs 1": INTERRUPTED,
    "audit table.csv --engines dlx,bitmask --jobs 1": WRONG,
    "audit misspelt.txt": USAGE,
    "certify puzzles.txt --producer dlx --jobs 1": INTERRUPTED,
    "certify puzzles.txt --producer sat:maplesat --jobs 1": WRONG,
    "verify certificates.jsonl --jobs 1": INTERRUPTED,
    "verify false.jsonl --jobs 1": WRONG,
    "verify certificates.jsonl --puzzles puzzles.txt --jobs 1": WRONG,
    "verify puzzles.txt": USAGE,
    "replay": INTERRUPTED,
    "replay all": WRONG,
    "replay unknown": USAGE,
    "ledger export audit.db": INTERRUPTED,
    "ledger diff audit.db other.db": WRONG,
    "engines": INTERRUPTED,
    "dialects": INTERRUPTED,
    "init --force": INTERRUPTED,
}
"""The exit code of each command if the pipe is closed."""

QUICK = (
    "--help",
    "solve puzzles.txt",
    "solve --wrong-option",
    "check python:mine.py:solve --examples 1 -k saved",
    "audit table.csv --engines dlx,bitmask --jobs 1",
    "certify puzzles.txt --producer sat:maplesat --jobs 1",
    "verify certificates.jsonl --puzzles puzzles.txt --jobs 1",
    "replay",
    "ledger diff audit.db other.db",
    "engines",
    "init --force",
)
"""The commands that are tested without `-m slow`, one of each kind."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The input files of the commands."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "mine.py").write_text(WRONG_PYTHON)
    (folder / "easy.txt").write_text(f"{PUZZLE}\n")
    (folder / "puzzles.txt").write_text(f"{HARD[0]}\n{HARD[1]}\n")
    (folder / "table.csv").write_text(f"puzzle,solution\n{SECOND},{ANSWER}\n")
    run(["check", "python:mine.py:solve", "--examples", "4", "--seed", "1", "-k", "images"], folder)
    run(["certify", "easy.txt", "-o", "certificates.jsonl", "--producer", "dlx"], folder)
    for name, file in (("audit", "easy.txt"), ("other", "puzzles.txt")):
        run(["audit", file, "--ledger", f"{name}.db", "--engines", "dlx,bitmask", "--jobs", "1"], folder)
    certificate = json.loads((folder / "certificates.jsonl").read_text())
    (folder / "false.jsonl").write_text(json.dumps({**certificate, "producer": "\x1b[31mme"}))
    return folder


def run(
    arguments: list[str], folder: Path, *, output: int = subprocess.PIPE, errors: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*commands.COMMAND, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=errors,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [pytest.param(*item, marks=[] if item[0] in QUICK else [pytest.mark.slow]) for item in COMMANDS.items()],
)
def test_nobody_reads(line: str, code: int, folder: Path) -> None:
    """With a closed pipe there is no traceback, and the exit code is that of the findings, or else of an interrupt."""
    done = run_unread(line, folder, together=False)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode == code


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "solve puzzles.txt",
        "solve misspelt.txt",
        "solve --wrong-option",
        "check python:mine.py:solve --examples 1 -k saved",
        "verify false.jsonl --jobs 1",
    ],
)
def test_nobody_reads_errors_either(line: str, folder: Path) -> None:
    """If stderr goes to the same closed pipe, the exit code is the same."""
    assert run_unread(line, folder, together=True).returncode == COMMANDS[line]


def run_unread(line: str, folder: Path, *, together: bool) -> subprocess.CompletedProcess[str]:
    """Run a command whose output, perhaps with its errors, goes to a closed pipe."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write) as output:
        errors = output.fileno() if together else subprocess.PIPE
        return run(line.split(), folder, output=output.fileno(), errors=errors)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
@pytest.mark.parametrize(
    ("line", "errors_too"),
    [
        ("--help", False),
        ("solve puzzles.txt", True),
        ("verify false.jsonl --jobs 1", False),
        ("verify false.jsonl --jobs 1", True),
        ("replay", False),
    ],
)
def test_full_disk(line: str, errors_too: bool, folder: Path) -> None:
    """An output that cannot be written is a usage error, reported once, unless there is a worse finding."""
    with Path("/dev/full").open("w") as full:
        done = run(line.split(), folder, output=full.fileno(), errors=full.fileno() if errors_too else subprocess.PIPE)
    assert done.stderr == (None if errors_too else "crosscover: No space left on device\n")
    assert done.returncode == (WRONG if COMMANDS[line] == WRONG else USAGE)
