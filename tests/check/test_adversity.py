"""Checks in unusual environments: odd paths, folders, terminals and hash seeds."""

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress

import pytest

from crosscover.subjects.subject import HASH_SEED, hash_seed_of

from . import solvers
from .running import CHECK_QUICKLY, ENVIRONMENT, Here, run

pytestmark = pytest.mark.usefixtures("quick_panel")

QUICK = ("--max-slowdown=0", "--rounds=1", "--seed=1", "-k", "full_grids")


NOTING = f"""{solvers.RIGHT_PYTHON}
import os
right = solve

def solve(puzzle):
    open(f"{{os.getpid()}}.environ", "wb").write(open("/proc/self/environ", "rb").read())
    is_wrong = os.environ["{HASH_SEED}"] == "{hash_seed_of(1)}" and puzzle.count(".") != 51  # the easy one
    return right(puzzle)[::-1] if is_wrong else right(puzzle)
"""
"""Records its environment, and is wrong with one hash seed."""


@pytest.fixture
def wrong(here: Here) -> str:
    """Return the specification of a wrong function."""
    return f"python:{here.write('mine.py', solvers.WRONG_PYTHON)}:solve"


def in_terminal(arguments: list[str], here: Here, **variables: str) -> tuple[int, str]:
    """Run a check in a terminal and return the exit code and the output."""
    ours, theirs = pty.openpty()
    command, environment = [*CHECK_QUICKLY, *arguments], ENVIRONMENT | variables
    with subprocess.Popen(
        command, cwd=here.directory, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as one:
        os.close(theirs)
        sent = b""
        with suppress(OSError):  # the other end is closed
            while more := os.read(ours, 65536):
                sent += more
        os.close(ours)
    return one.returncode, sent.decode()


def test_odd_paths(here: Here) -> None:
    """Paths may contain blanks, quotes, newlines and bytes that are not UTF-8, even on an ASCII-only terminal."""
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    folder = here.directory / 'Ein Übel\'s "Ort"\n♞'
    name = b"l\xf6ser \xc3\xb6".decode(errors="surrogateescape")
    here.write(str(folder / f"{name}.py"), solvers.WRONG_PYTHON)
    arguments = [f"python:{name}.py:solve", *QUICK, "--json", "bericht ♞.json", "--junit", "bericht.xml"]
    ran = run([*CHECK_QUICKLY, *arguments], folder, environment=environment)
    assert (ran.code, ran.errors) == (1, "")
    assert (folder / "bericht ♞.json").exists()


@pytest.mark.parametrize("is_file", [True, False])
def test_nothing_can_be_saved(is_file: bool, wrong: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a folder is read-only, or a file is in its place, the failure is still reported, with the reason."""
    if is_file:
        here.write(".crosscover", "in the way")
    else:
        monkeypatch.chdir("/proc")
    ran = here(wrong.replace("mine.py", str(here.directory / "mine.py")), *QUICK)
    assert (ran.code, ran.errors) == (1, "")
    assert "could not be saved" in ran.output


@pytest.mark.parametrize("variables", [{}, pytest.param({"TERM": "dumb"}, marks=pytest.mark.slow)], ids=str)
def test_terminal(variables: dict[str, str], wrong: str, here: Here) -> None:
    """On a terminal the output has colors, and the cursor is restored; dumb terminals get no colors."""
    code, sent = in_terminal([wrong, *QUICK], here, **{"TERM": "xterm-256color", "COLUMNS": "40", **variables})
    assert code == 1
    assert "received" in sent
    assert ("\x1b[1;31m" in sent) == (not variables)
    assert (sent.rfind("\x1b[?25h") > sent.rfind("\x1b[?25l")) or "dumb" in variables.values()


def test_a_failure_that_needs_its_hash_seed(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a run determines the hash seed, which a verbose header shows and `replay` sets."""
    monkeypatch.delenv(HASH_SEED, raising=False)
    spec = f"python:{here.write('mine.py', NOTING)}:solve"
    assert here(spec, "--seed=2", *QUICK[:2], "-k", "missing_digits").code == 0
    ran = here(spec, "--seed=1", *QUICK[:2], "-k", "missing_digits", "-v")
    assert ran.code == 1
    assert f"hash seed {hash_seed_of(1)}\n" in ran.output
    [record] = (here.directory / ".crosscover").glob("*/failure.json")
    assert json.loads(record.read_text())["failure"]["hash_seed"] == hash_seed_of(1)
    assert here.main("replay", record.parent.name).code == 1


def test_the_environment_of_a_solver(here: Here) -> None:
    """In each process, the environment is the user's environment plus the hash seed."""
    spec = f"python:{here.write('mine.py', NOTING)}:solve"
    environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [*CHECK_QUICKLY, spec, "--seed=2", "--jobs=2", *QUICK[:2], "-k", "missing_digits"]
    ran = run(command, here.directory, environment=environment)
    assert "no errors found" in ran.output.lower(), ran.errors
    notes = [file.read_text().split("\0")[:-1] for file in here.directory.glob("*.environ")]
    assert notes
    expected = environment | {HASH_SEED: str(hash_seed_of(2))}
    assert all(dict(line.split("=", 1) for line in note) == expected for note in notes)
