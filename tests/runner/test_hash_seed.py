"""The environment of solvers in a run: that of the user, with a hash seed that varies and is kept with a failure."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.subjects.environment import HASH_SEED
from crosscover.suite import assert_right

SPEC = "python:solver.py:solve"

OPENING = """\
import os
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid

def right(puzzle):
    return str(next(BitmaskEngine()(Grid.parse(puzzle), 1), ""))
"""

WRONG_FOR_HALF = f"{OPENING}def solve(puzzle): return right(puzzle) if hash('a') % 2 else right(puzzle)[::-1]"

ASKED = ["--examples=4", "--seed=1", "--performance=0", "-k=missing_digits"]


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(HASH_SEED, raising=False)


@pytest.mark.usefixtures("_here")
def test_a_failure_that_needs_its_hash_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """It is shrunk, and reproduced by `replay` and as a test; the report names the seed."""
    Path("solver.py").write_text(WRONG_FOR_HALF)
    assert main(["check", SPEC, *ASKED]) == 1
    [seed] = set(re.findall(f"only with {HASH_SEED}=(.*)", capsys.readouterr().out))
    [folder] = Path(".crosscover").glob("*/")
    saved = json.loads((folder / "failure.json").read_text())
    assert (saved["hash_seed"], saved["needs_hash_seed"]) == (int(seed), True)
    puzzles = (folder / "puzzles.txt").read_text().split()
    assert len(puzzles) == 1
    assert main(["replay", folder.name]) == 1
    assert f"hash_seed={seed}" in (folder / "test_replay.py").read_text()
    with pytest.raises(AssertionError):
        assert_right(SPEC, puzzles, hash_seed=int(seed))
    other = next(str(other) for other in range(20) if _parity(other) == 1)
    assert_right(SPEC, puzzles, hash_seed=int(other))


def _parity(seed: int) -> int:
    code = "print(hash('a') % 2)"
    return int(subprocess.check_output([sys.executable, "-c", code], env={HASH_SEED: str(seed)}))


@pytest.mark.usefixtures("_here")
def test_the_environment_of_a_solver(tmp_path: Path) -> None:
    """In each lane it is that of the user, without what Python and pytest add to that of crosscover."""
    note = "open(f'{os.getpid()}.environ', 'wb').write(open('/proc/self/environ', 'rb').read())"
    Path("solver.py").write_text(f"{OPENING}def solve(puzzle): {note}; return right(puzzle)")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "PYTEST_ADDOPTS": "-x"}
    command = [
        sys.executable,
        "-m",
        "crosscover",
        "check",
        SPEC,
        *ASKED[:-1],
        "-k=missing_digits or full_grids",
        "--jobs=2",
    ]
    done = subprocess.run(command, env=environment, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert "no errors found" in done.stdout.lower(), done.stderr
    found = [
        dict(line.split("=", 1) for line in file.read_text().split("\0")[:-1]) for file in tmp_path.glob("*.environ")
    ]
    assert len({one.pop(HASH_SEED) for one in found}) > 1
    assert all(one == environment for one in found)
