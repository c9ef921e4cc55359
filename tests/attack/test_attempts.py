"""What the frame of the attacks finds by itself, and how an attempt is repeated."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests import processes
from tests.attack import attempt
from tests.attack.__main__ import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def finds(random: Random, folder: Path) -> Iterator[str]:
    """Find something that depends on the seed and the number."""
    yield f"found \x1b {random.random()} in {list(folder.iterdir())}"


def hangs(_random: Random, _folder: Path) -> Iterator[str]:
    """Run on for ever, with a process that does so too."""
    yield from ()
    subprocess.run(["sleep", "600"], check=True, start_new_session=True)


def leaves(_random: Random, _folder: Path) -> Iterator[str]:
    """Leave a process and a file."""
    subprocess.Popen(["sh", "-c", "sleep 600 & echo > $TMPDIR/file"], start_new_session=True).wait()
    yield from ()


def takes_memory(_random: Random, _folder: Path) -> Iterator[str]:
    """Take more memory than an attempt may."""
    yield f"{len(bytearray(attempt.LIMIT_BYTES))}"


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        (hangs, ["ran on for 1 s"]),
        (leaves, ["processes left: ['sleep 600 ']", "files left in TMPDIR: ['file']"]),
        (takes_memory, ["MemoryError"]),
    ],
)
def test_what_every_attempt_may_find(
    attack: Callable[[Random, Path], Iterator[str]],
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """An attempt that hangs, leaves something behind or takes too much memory is a finding, and nothing remains."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(attempt, "ATTACKS", {"sample": attack})
    monkeypatch.setattr("tests.attack.__main__.ATTACKS", {"sample": attack})
    monkeypatch.setattr(attempt, "LIMIT_SECONDS", 1.0 if attack is hangs else 120.0)
    monkeypatch.setattr(attempt, "await_none", partial(processes.await_none, seconds=1.0))
    assert main(["sample", "--seed=1", "--attempt=0"]) == 1
    output = capsys.readouterr().out
    assert [line for line in expected if line not in output] == [], output
    assert processes.await_none(lambda: processes.running_with(f"TMPDIR={tmp_path}")) == []


def test_an_attempt_is_repeated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command beside a finding repeats it."""
    monkeypatch.setattr(attempt, "ATTACKS", {"sample": finds})
    monkeypatch.setattr("tests.attack.__main__.ATTACKS", {"sample": finds})
    assert main(["--seed=7", "--seconds=0.3"]) == 1
    first = capsys.readouterr().out.split("--attempt 1\n")[1].splitlines()[0]
    assert main(["sample", "--seed=7", "--attempt=1"]) == 1
    assert first in capsys.readouterr().out.splitlines()
    assert first.startswith("    found \\x1b 0.")
