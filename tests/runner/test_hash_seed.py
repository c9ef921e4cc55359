"""The environment of solvers in a run: that of the user, with a hash seed that follows from the seed of the run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.subjects.environment import HASH_SEED, hash_seed_of

SPEC = "python:solver.py:solve"

OPENING = """\
import os
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid

def right(puzzle):
    return str(next(BitmaskEngine()(Grid.parse(puzzle), 1), ""))
"""

WRONG_WITH_1 = (
    f"{OPENING}def solve(puzzle):\n    answer = right(puzzle)\n"
    f"    is_wrong = os.environ['{HASH_SEED}'] == '{hash_seed_of(1)}' and puzzle.count('.') != 51  # the easy one\n"
    "    return answer[::-1] if is_wrong else answer"
)

ASKED = ["--examples=4", "--performance=0", "-k=missing_digits or empty_houses"]


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(HASH_SEED, raising=False)


@pytest.mark.usefixtures("_here")
def test_a_failure_that_needs_its_hash_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed of a run decides on the hash seed, which the header shows and `replay` sets."""
    Path("solver.py").write_text(WRONG_WITH_1)
    assert main(["check", SPEC, *ASKED, "--seed=2"]) == 0
    assert main(["check", SPEC, *ASKED, "--seed=1"]) == 1
    assert f"seed      1 ({HASH_SEED}={hash_seed_of(1)})\n" in capsys.readouterr().out
    folder = next(Path(".crosscover").glob("*/"))
    assert json.loads((folder / "failure.json").read_text())["hash_seed"] == hash_seed_of(1)
    assert main(["replay", folder.name]) == 1


@pytest.mark.usefixtures("_here")
def test_the_environment_of_a_solver(tmp_path: Path) -> None:
    """In each lane it is that of the user, without what Python and pytest add to that of crosscover."""
    note = "open(f'{os.getpid()}.environ', 'wb').write(open('/proc/self/environ', 'rb').read())"
    Path("solver.py").write_text(f"{OPENING}def solve(puzzle): {note}; return right(puzzle)")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "PYTEST_ADDOPTS": "-x"}
    options = ["--examples=4", "--performance=0", "--seed=1", "-k=missing_digits or full_grids", "--jobs=2"]
    command = [sys.executable, "-m", "crosscover", "check", SPEC, *options]
    done = subprocess.run(command, env=environment, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert "no errors found" in done.stdout.lower(), done.stderr
    found = [
        dict(line.split("=", 1) for line in file.read_text().split("\0")[:-1]) for file in tmp_path.glob("*.environ")
    ]
    assert all(one == environment | {HASH_SEED: str(hash_seed_of(1))} for one in found)
