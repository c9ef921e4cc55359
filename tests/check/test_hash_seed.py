"""The environment of solvers in a run: that of the user, with a hash seed that follows from the seed of the run."""

import json
import os
import sys
from pathlib import Path

import pytest

from crosscover.subjects.environment import HASH_SEED, hash_seed_of

from . import solvers
from .running import CHECK, Here, run

NOTING = f"""{solvers.RIGHT_PYTHON}
import os
right = solve

def solve(puzzle):
    open(f"{{os.getpid()}}.environ", "wb").write(open("/proc/self/environ", "rb").read())
    is_wrong = os.environ["{HASH_SEED}"] == "{hash_seed_of(1)}" and puzzle.count(".") != 51  # the easy one
    return right(puzzle)[::-1] if is_wrong else right(puzzle)
"""
"""Notes its environment, and is wrong with one hash seed."""

ASKED = ("python:solver.py:solve", "--examples=4", "-k=missing_digits or empty_houses")


@pytest.mark.usefixtures("quick_panel")
def test_a_failure_that_needs_its_hash_seed(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a run decides on the hash seed, which the header shows and `replay` sets."""
    monkeypatch.delenv(HASH_SEED, raising=False)
    here.write("solver.py", NOTING)
    assert here(*ASKED, "--seed=2").code == 0
    ran = here(*ASKED, "--seed=1")
    assert ran.code == 1
    assert f"seed      1 ({HASH_SEED}={hash_seed_of(1)})\n" in ran.output
    folder = next(path for path in Path(".crosscover").iterdir() if path.is_dir())
    assert json.loads((folder / "failure.json").read_text())["hash_seed"] == hash_seed_of(1)
    assert here.main("replay", folder.name).code == 1


def test_the_environment_of_a_solver(here: Here) -> None:
    """In each process it is that of the user, without what Python adds to that of crosscover."""
    here.write("solver.py", NOTING)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = run([*CHECK, *ASKED, "--performance=0", "--seed=2", "--jobs=2"], here.directory, environment=environment)
    assert "no errors found" in ran.output.lower(), ran.errors
    notes = [file.read_text().split("\0")[:-1] for file in here.directory.glob("*.environ")]
    assert notes
    expected = environment | {HASH_SEED: str(hash_seed_of(2))}
    assert all(dict(line.split("=", 1) for line in note) == expected for note in notes)
