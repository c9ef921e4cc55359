"""The environment of solvers in a run: that of the user, with a hash seed that follows from the seed of the run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crosscover.subjects.environment import HASH_SEED, hash_seed_of
from .running import CHECK, Here

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

NOTING = (
    f"{OPENING}def solve(puzzle):\n"
    "    open(f'{os.getpid()}.environ', 'wb').write(open('/proc/self/environ', 'rb').read())\n"
    "    return right(puzzle)\n"
)

ASKED = ("python:solver.py:solve", "--examples=4", "-k=missing_digits or empty_houses")


@pytest.mark.usefixtures("quick_panel")
def test_a_failure_that_needs_its_hash_seed(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a run decides on the hash seed, which the header shows and `replay` sets."""
    monkeypatch.delenv(HASH_SEED, raising=False)
    here.write("solver.py", WRONG_WITH_1)
    assert here(*ASKED, "--seed=2").code == 0
    ran = here(*ASKED, "--seed=1")
    assert ran.code == 1
    assert f"seed      1 ({HASH_SEED}={hash_seed_of(1)})\n" in ran.output
    folder = next(Path(".crosscover").glob("*/"))
    assert json.loads((folder / "failure.json").read_text())["hash_seed"] == hash_seed_of(1)
    assert here.main("replay", folder.name).code == 1


def test_the_environment_of_a_solver(here: Here) -> None:
    """In each process it is that of the user, without what Python adds to that of crosscover."""
    here.write("solver.py", NOTING)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [*CHECK, *ASKED, "--performance=0", "--seed=1", "--jobs=2"]
    done = subprocess.run(command, env=environment, cwd=here.directory, check=False, capture_output=True, text=True)
    assert "no errors found" in done.stdout.lower(), done.stderr
    notes = [file.read_text().split("\0")[:-1] for file in here.directory.glob("*.environ")]
    assert notes
    expected = environment | {HASH_SEED: str(hash_seed_of(1))}
    assert all(dict(line.split("=", 1) for line in note) == expected for note in notes)
