"""Solvers as judges of an audit, in real processes."""

import json
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect

import pytest

from crosscover.auditing import facts
from crosscover.cli import main
from crosscover.oracles.proofs.certification import ProofError
from tests.check.running import ENVIRONMENT
from tests.check.solvers import CRASHING_C, RIGHT_C, RIGHT_JAVASCRIPT, RIGHT_PYTHON, WRONG_PYTHON
from tests.dialects.samples import PUZZLE
from tests.oracles.test_panel import TEN
from tests.processes import is_running, wait_until

HANGING = RIGHT_PYTHON.replace(
    "    board = [",
    "    while puzzle[1] == '3' and puzzle[0] != '5':\n        __import__('time').sleep(1)\n    board = [",
)
"""Hangs if r1c2 is 3, except for the easy puzzle; without use of the processor, so nothing delays its timeout."""

WRONG = WRONG_PYTHON.replace("puzzle[40]", "puzzle[2]")
"""Gives up if r1c3 is 3, 5 or 7."""

CRASHING = CRASHING_C.replace("board[80] == 3", "board[3] == 3")
"""Crashes if r1c4 is 3."""

ENDLESS = """\
    while puzzle[0] == ".":
        open(f"running-{__import__('os').getpid()}", "w").close()
"""
"""Writes its process ID and hangs if r1c1 is empty."""

PANEL = ("--engines", "dlx,bitmask")


def collection(size: int) -> list[str]:
    """Proper puzzles: one with its digits permuted."""
    random = Random(1)
    return [PUZZLE.translate(str.maketrans("123456789", "".join(random.sample("123456789", 9)))) for _ in range(size)]


PUZZLES = collection(8)
HANGS = [puzzle[1] == "3" and puzzle[0] != "5" for puzzle in PUZZLES]
IS_WRONG = [puzzle[2] in "357" for puzzle in PUZZLES]
CRASHES = [puzzle[3] == "3" for puzzle in PUZZLES]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a collection and solvers."""
    monkeypatch.chdir(tmp_path)
    texts = {"right": RIGHT_PYTHON, "wrong": WRONG, "hanging": HANGING}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "right.mjs").write_text(RIGHT_JAVASCRIPT)
    (tmp_path / "puzzles.txt").write_text("".join(f"{puzzle}\n" for puzzle in [*PUZZLES, str(TEN)]))
    return tmp_path


def compile_c(folder: Path, name: str, text: str) -> None:
    """Compile a C program."""
    (folder / f"{name}.c").write_text(text)
    subprocess.run(["cc", "-O2", "-o", folder / name, folder / f"{name}.c"], check=True)


def contents(ledger: Path, *tables: str) -> list[list[tuple[object, ...]]]:
    """The rows of tables of a ledger."""
    with closing(connect(ledger)) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]  # noqa: S608 - our own


@pytest.mark.slow
def test_many_judges(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each judge fails at exactly the intended puzzles, with one process or several."""
    compile_c(folder, "fine", RIGHT_C)
    compile_c(folder, "crashing", CRASHING)
    node = ["--judge", "js:./right.mjs:solve"] if shutil.which("node") else []
    hanging = "python:hanging.py:solve --time-limit 1"
    engines = "dlx,bitmask,exec:./fine,exec:./crashing,python:wrong.py:solve"
    arguments = ["audit", "puzzles.txt", "--engines", engines, *node, "--judge", hanging]
    for jobs in ("1", "2"):
        assert main([*arguments, "--jobs", jobs, "--ledger", f"ledger{jobs}", "--json", "summary.json"]) == 1
    out, err = capsys.readouterr()
    assert contents(folder / "ledger1", "puzzle", "answer") == contents(folder / "ledger2", "puzzle", "answer")
    [answers] = contents(folder / "ledger1", "answer")
    expected = {"python:wrong.py:solve": IS_WRONG, "exec:./crashing": CRASHES, hanging: HANGS}
    found = {judge: [any(row[:2] == (place, judge) for row in answers) for place in range(1, 9)] for judge in expected}
    assert found == expected
    assert {(row[1], row[2]) for row in answers} == {
        ("python:wrong.py:solve", "wrong answer"),
        ("exec:./crashing", "crashed"),
        (hanging, "timed out"),
    }
    judges = json.loads((folder / "summary.json").read_text())["judges"]
    assert [judges[name] for name in ("exec:./fine", *node[1:])] == [{"right": 8}] * (1 + bool(node))
    assert {sum(counts.values()) for name, counts in judges.items() if ":" in name} == {8}
    assert f"puzzles.txt:{IS_WRONG.index(True) + 1}: python:wrong.py:solve: " in err
    assert "; expected (certified): " in err
    assert f"exec:./crashing, puzzles.txt:{CRASHES.index(True) + 1}: crashed\n" in out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", [[], ["--no-certify"]])
def test_no_proof(option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If the expected answer cannot be certified, it is a fault of crosscover and no judge's, and is reported."""

    def fail(*_: object, **__: object) -> None:
        raise ProofError("it is too hard")

    monkeypatch.setattr(facts, "certify_claim", fail)
    arguments = ["--jobs", "1", "--judge", "python:wrong.py:solve", "--ledger", "ledger"]
    assert main(["audit", "puzzles.txt", *PANEL, *arguments, *option]) == 3
    place = IS_WRONG.index(True) + 1
    said = "no proof was found: it is too hard; so no solver counts as wrong; python:wrong.py:solve: "
    assert capsys.readouterr().err.startswith(f"puzzles.txt:{place}: {said}")
    assert contents(Path("ledger"), "answer") == [[]]


def test_contracts(folder: Path) -> None:
    """A solver receives the puzzles that its contract covers, with its own options."""
    right = "python:right.py:solve --contract any"
    assert main(["audit", "puzzles.txt", *PANEL, "--jobs", "1", "--judge", right, "--json", "summary.json"]) == 0
    assert json.loads((folder / "summary.json").read_text())["judges"][right] == {"right": 9}


@pytest.mark.usefixtures("folder")
def test_panel_beside_a_solver(capsys: pytest.CaptureFixture[str]) -> None:
    """If no engines are named, the default panel makes the verdicts, and this is printed."""
    Path("puzzles.txt").write_text(f"{PUZZLE}\n")
    assert main(["audit", "puzzles.txt", "--jobs", "1", "--engines", "python:right.py:solve"]) == 0
    out, err = capsys.readouterr()
    panel = "dlx, bitmask, sat:cadical195, cpsat, cpsat-alldiff"
    assert err == f"crosscover: verdicts need engines of two kinds, so these engines judge: {panel}\n"
    assert out.startswith(f"1 puzzle judged by {panel}: 1 unique; ")


def test_changed_solver(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An audit refuses to resume with a changed solver, and names it."""
    arguments = [
        "audit",
        "puzzles.txt",
        *PANEL,
        "--jobs",
        "1",
        "--ledger",
        "ledger",
        "--judge",
        "python:right.py:solve",
    ]
    Path("puzzles.txt").write_text(f"{PUZZLE}\n")
    assert main(arguments) == 0
    (folder / "right.py").write_text(WRONG)
    capsys.readouterr()
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith('crosscover: ledger cannot continue: it was started with judge {"python:right')


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--judge", "rihgt.py"], 2, "'rihgt.py' names no solver: there is no file rihgt.py (did you mean right.py?)"),
        (["--judge", "python:right.py:solve --speed 3"], 2, "unrecognized arguments: --speed 3"),
        (["--judge", "engine:dlx"], 2, "use --engines dlx"),
        (["--engines", "dlx,python:right.py:solve", "--judge", "python:right.py:solve"], 2, "is named twice"),
        (["--judge", "exec:./missing"], 4, "cannot start ./missing: No such file or directory"),
    ],
)
def test_usage(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid judge is refused in one line before anything is read."""
    assert main(["audit", "missing.txt", *arguments]) == code
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_killed_audit(folder: Path) -> None:
    """No process of a solver survives if the audit is killed during a run."""
    (folder / "endless.py").write_text(RIGHT_PYTHON.replace("    board = [", f"{ENDLESS}    board = ["))
    command = [sys.executable, "-m", "crosscover", "audit", "puzzles.txt", *PANEL, "--jobs", "2"]
    with subprocess.Popen([*command, "--judge", "python:endless.py:solve"], cwd=folder, env=ENVIRONMENT) as process:
        wait_until(lambda: any(folder.glob("running-*")))
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(is_running(int(file.name.split("-")[1])) for file in folder.glob("running-*")))
