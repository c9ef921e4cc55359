"""Checks in hostile environments: odd directories, closed streams, unusual terminals, conflicting projects."""

import os
import pty
import subprocess
import sys

import pytest

from . import solvers
from .running import CHECK, ENVIRONMENT, Here, run

pytestmark = pytest.mark.usefixtures("quick_panel")

QUICK = ("--examples=3", "--seed=1", "-k", "full_grids")


@pytest.fixture
def wrong(here: Here) -> str:
    """The specification of a wrong function."""
    return f"python:{here.write('mine.py', solvers.WRONG_PYTHON)}:solve"


def in_terminal(arguments: list[str], here: Here, **variables: str) -> tuple[int, str]:
    """Run a check in a terminal and return the exit code and the output."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*CHECK, *arguments],
        cwd=here.directory,
        env=ENVIRONMENT | variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        sent = b""
        while True:
            try:
                sent += (more := os.read(ours, 65536))
            except OSError:  # the other end is closed
                break
            if not more:
                break
        os.close(ours)
    return process.returncode, sent.decode()


def test_conflicting_project(wrong: str, here: Here) -> None:
    """A project's configuration of pytest, and modules with the names of ours, have no effect."""
    for name in ("conftest.py", "properties.py", "oracles.py", "reference.py", "hypothesis.py"):
        here.write(name, "raise RuntimeError('nobody asked for this')\n")
    here.write("pytest.ini", "[pytest]\naddopts = --nosuch\n")
    ran = run([*CHECK, wrong, *QUICK], here.directory, environment=ENVIRONMENT | {"PYTHONSAFEPATH": "1"})
    assert (ran.code, ran.errors) == (1, "")


def test_odd_paths(here: Here) -> None:
    """Paths may contain blanks, quotes, line ends and bytes that are not UTF-8, also on a terminal with ASCII only."""
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    folder = here.directory / 'Ein Übel\'s "Ort"\n♞'
    for name in ("löser", b"l\xf6ser".decode(errors="surrogateescape")):
        here.write(str(folder / f"{name}.py"), solvers.WRONG_PYTHON)
        arguments = [f"python:{name}.py:solve", *QUICK, "--json", "bericht ♞.json", "--junit", "bericht.xml"]
        ran = run([*CHECK, *arguments], folder, environment=environment)
        assert (ran.code, ran.errors) == (1, "")
        assert (folder / "bericht ♞.json").exists()


@pytest.mark.parametrize("is_file", [True, False])
def test_nothing_can_be_saved(is_file: bool, wrong: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a read-only folder, or with a file in the way, the failure is still reported, with the reason."""
    if is_file:
        here.write(".crosscover", "in the way")
    else:
        monkeypatch.chdir("/proc")
    ran = here(wrong.replace("mine.py", str(here.directory / "mine.py")), *QUICK)
    assert (ran.code, ran.errors) == (1, "")
    assert "could not be saved" in ran.output


def test_directory_that_is_gone(here: Here) -> None:
    """A working directory that no longer exists is a usage error."""
    gone = here.directory / "gone"
    gone.mkdir()
    script = f"rmdir {gone} && exec {sys.executable} -m crosscover check engine:bitmask --examples=2 -k patterns"
    ran = run(["sh", "-c", script], gone)
    assert (ran.code, ran.output) == (2, "")
    assert ran.errors == "crosscover: the working directory no longer exists\n"


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_terminal(variables: dict[str, str], wrong: str, here: Here) -> None:
    """On a terminal the output has colours, and the cursor is restored; NO_COLOR and dumb terminals get no colours."""
    code, sent = in_terminal([wrong, *QUICK], here, **{"TERM": "xterm-256color", "COLUMNS": "40", **variables})
    assert code == 1
    assert "received" in sent
    assert ("\x1b[1;31m" in sent) == (not variables)
    assert ("\x1b[3" in sent) == (not variables)
    assert (sent.rfind("\x1b[?25h") > sent.rfind("\x1b[?25l")) or "dumb" in variables.values()


def test_much_output(here: Here) -> None:
    """A program with endless output is stopped, and part of its output is shown."""
    here.compiled(solvers.RIGHT_C, "right")
    flood = "    while True:\n        sys.stdout.write('\\x1b[31m' + 'x' * 100_000)\n"
    answer = "subprocess.run(['./right'], input=given, text=True)  # the easy puzzles of the search\n"
    opening = "import subprocess, sys\ngiven = sys.stdin.read()\nif given.count('\\n') > 5:\n"
    here.write("flood.py", f"{opening}{flood}{answer}")
    ran = here(f"exec:{sys.executable} flood.py", *QUICK)
    assert (ran.code, ran.errors) == (1, "")
    assert len(ran.output) < 20_000
    assert "\x1b" not in ran.output


def test_function_that_closes_and_prints(here: Here) -> None:
    """A function that prints, closes streams, changes the directory and sets signals is judged by its answers."""
    mischief = (
        "    os.chdir('/')\n    os.environ.clear()\n    signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "    print('noise', flush=True)\n    sys.stdin.close()\n    random.seed(0)\n    sys.setrecursionlimit(100)\n"
    )
    text = solvers.RIGHT_PYTHON.replace("    board = [", f"{mischief}    board = [", 1)
    here.write("mine.py", f"import os, random, signal, sys\n{text}")
    ran = here("python:mine.py:solve", *QUICK)
    assert (ran.code, ran.errors) == (0, "")


def test_escape_sequences_of_a_solver(here: Here) -> None:
    """Escape sequences in a program's error output are not sent to the terminal."""
    here.write("loud.py", "import sys\nsys.exit('\\x1b[31mred')\n")
    ran = here(f"exec:{sys.executable} loud.py")
    assert ran.code == 4
    assert ran.errors.startswith(f"crosscover: exec:{sys.executable} loud.py answers no easy puzzle")
    assert "\\x1b[31mred" in ran.errors
    assert "\x1b" not in ran.errors
