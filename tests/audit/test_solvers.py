"""Solvers as judges of an audit, in real processes: which are refused, what they receive, and their wrong answers."""

import json
import shutil
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from crosscover.auditing import chunk_judge
from crosscover.oracles.proofs.certification import ProofError
from tests.check.running import ENVIRONMENT
from tests.check.solvers import CRASHING_C, RIGHT_C, RIGHT_JAVASCRIPT, RIGHT_PYTHON, WRONG_PYTHON
from tests.dialects.samples import PUZZLE
from tests.oracles.test_panel import TEN
from tests.processes import is_running, wait_until

from .samples import ENGINES, audit, collection, contents

HANGING = RIGHT_PYTHON.replace(
    "    board = [",
    "    while puzzle[1] == '3' and puzzle[0] != '5':\n        __import__('time').sleep(1)\n    board = [",
)
"""Hangs if r1c2 is 3, except for the easy puzzle; without use of the processor, so nothing delays its timeout."""

WRONG = WRONG_PYTHON.replace("puzzle[40]", "puzzle[2]")
"""Gives up if r1c3 is 3, 5 or 7."""

CRASHING = CRASHING_C.replace("line[80]", "line[3]")
"""Crashes if r1c4 is 3."""

ENDLESS = """\
    while puzzle[0] == ".":
        open(f"running-{__import__('os').getpid()}", "w").close()
"""
"""Writes its process ID and hangs if r1c1 is empty."""

RANDOM = Random(1)
PUZZLES = [PUZZLE.translate(str.maketrans("123456789", "".join(RANDOM.sample("123456789", 9)))) for _ in range(8)]
"""A proper puzzle with permuted digits."""

RIGHT_JUDGE, WRONG_JUDGE = "python:right.py:solve", "python:wrong.py:solve"
HANGING_JUDGE = "python:hanging.py:solve --time-limit 1"
IS_WRONG = [puzzle[2] in "357" for puzzle in PUZZLES]
CRASHES = [puzzle[3] == "3" for puzzle in PUZZLES]


def write_solvers(folder: Path) -> Path:
    """Write a collection and solvers into a folder, and return it."""
    for name, text in {"right": RIGHT_PYTHON, "wrong": WRONG, "hanging": HANGING}.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "right.mjs").write_text(RIGHT_JAVASCRIPT)
    collection(folder / "puzzles.txt", [*PUZZLES, str(TEN)])
    return folder


@pytest.fixture
def solvers(folder: Path) -> Path:
    """The working directory, with a collection and solvers."""
    return write_solvers(folder)


class ManyJudges(NamedTuple):
    """The results of an audit with many judges: the ledgers of one and of two processes, and what was printed."""

    ledgers: list[dict[str, list[tuple[object, ...]]]]
    judges: dict[str, Any]
    out: str
    err: str


@pytest.fixture(scope="module")
def many_judges(tmp_path_factory: pytest.TempPathFactory) -> ManyJudges:
    """Audits with many judges, by one process and by two."""
    out, err = StringIO(), StringIO()
    node = ["--judge", "js:./right.mjs:solve"] if shutil.which("node") else []
    engines = f"dlx,bitmask,exec:./fine,exec:./crashing,{WRONG_JUDGE}"
    arguments = ["puzzles.txt", "--engines", engines, *node, "--judge", HANGING_JUDGE, "--json", "summary.json"]
    with chdir(write_solvers(tmp_path_factory.mktemp("many"))), redirect_stdout(out), redirect_stderr(err):
        for name, text in {"fine": RIGHT_C, "crashing": CRASHING}.items():
            Path(f"{name}.c").write_text(text)
            subprocess.run(["cc", "-O2", "-o", name, f"{name}.c"], check=True)
        for jobs in ("1", "2"):
            assert audit(*arguments, "--jobs", jobs, "--ledger", f"ledger{jobs}") == 1
        judges = json.loads(Path("summary.json").read_text())["judges"]
        ledgers = [contents(Path(f"ledger{jobs}")) for jobs in ("1", "2")]
    return ManyJudges(ledgers, judges, out.getvalue(), err.getvalue())


@pytest.mark.slow
def test_many_judges(many_judges: ManyJudges) -> None:
    """Each judge fails at exactly the intended puzzles, with one process or several."""
    one, two = many_judges.ledgers
    intended = {
        (WRONG_JUDGE, "wrong answer"): IS_WRONG,
        ("exec:./crashing", "crashed"): CRASHES,
        (HANGING_JUDGE, "timed out"): [puzzle[1] == "3" and puzzle[0] != "5" for puzzle in PUZZLES],
    }
    expected = {(place, *key) for key, fails in intended.items() for place, fail in enumerate(fails, 1) if fail}
    assert {row[:3] for row in one["answer"]} == expected
    assert one == two


@pytest.mark.slow
def test_summary_of_many_judges(many_judges: ManyJudges) -> None:
    """The summary counts the answers of each judge."""
    judges = {name: counts for name, counts in many_judges.judges.items() if ":" in name}
    assert {sum(counts.values()) for counts in judges.values()} == {8}
    assert {name for name, counts in judges.items() if counts == {"right": 8}} == {
        "exec:./fine",
        *(["js:./right.mjs:solve"] if shutil.which("node") else []),
    }


@pytest.mark.slow
def test_messages_about_many_judges(many_judges: ManyJudges) -> None:
    """A wrong row names the judge and the certified answer, and the summary has an example of each fault."""
    assert f"puzzles.txt:{IS_WRONG.index(True) + 1}: {WRONG_JUDGE}: " in many_judges.err
    assert "; expected (certified): " in many_judges.err
    assert f"exec:./crashing, puzzles.txt:{CRASHES.index(True) + 1}: crashed\n" in many_judges.out


@pytest.mark.usefixtures("solvers")
@pytest.mark.parametrize("option", [[], ["--no-certify"]])
def test_no_proof(option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If the expected answer cannot be certified, it is a fault of crosscover and no judge's, and is reported."""

    def fail(*_: object, **__: object) -> None:
        raise ProofError("it is too hard")

    monkeypatch.setattr(chunk_judge, "certify_claim", fail)
    assert audit("puzzles.txt", "--judge", WRONG_JUDGE, "--ledger", "ledger", *option) == 3
    reason = "no proof was found: it is too hard; so no solver counts as wrong"
    assert capsys.readouterr().err.startswith(f"puzzles.txt:{IS_WRONG.index(True) + 1}: {reason}; {WRONG_JUDGE}: ")
    assert contents(Path("ledger"))["answer"] == []


@pytest.mark.usefixtures("solvers")
def test_contracts() -> None:
    """A solver receives the puzzles that its contract covers, with its own options."""
    right = f"{RIGHT_JUDGE} --contract any"
    assert audit("puzzles.txt", "--judge", right, "--json", "summary.json") == 0
    assert json.loads(Path("summary.json").read_text())["judges"][right] == {"right": 9}


@pytest.mark.usefixtures("solvers")
def test_panel_beside_a_solver(capsys: pytest.CaptureFixture[str]) -> None:
    """If no engines are named, the default panel makes the verdicts, and this is printed."""
    assert audit(collection(Path("puzzles.txt"), [PUZZLE]), "--engines", RIGHT_JUDGE) == 0
    out, err = capsys.readouterr()
    assert err == "crosscover: verdicts need engines of two kinds, so the default engines judge\n"
    judges = "dlx, bitmask, sat:cadical195 (every 20th also by cpsat, cpsat-alldiff)"
    assert out.startswith(f"1 puzzle judged by {judges}: 1 unique; ")


def test_changed_solver(solvers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An audit refuses to resume with a changed solver, and names it."""
    arguments = (collection(Path("puzzles.txt"), [PUZZLE]), "--ledger", "ledger", "--judge", RIGHT_JUDGE)
    assert audit(*arguments) == 0
    (solvers / "right.py").write_text(WRONG)
    capsys.readouterr()
    assert audit(*arguments) == 2
    message = 'crosscover: ledger cannot continue: it was started with judge {"python:right'
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.usefixtures("solvers")
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["--judge", "rihgt.py"],
            2,
            "--judge: 'rihgt.py' names no solver: there is no file rihgt.py (did you mean right.py?)",
        ),
        (["--judge", f"{RIGHT_JUDGE} --speed 3"], 2, "unrecognized arguments: --speed 3"),
        (["--judge", "engine:dlx"], 2, "--judge 'engine:dlx': use --engines dlx"),
        (["--engines", f"dlx,{RIGHT_JUDGE}", "--judge", RIGHT_JUDGE], 2, "is named twice"),
        pytest.param(
            ["--judge", "exec:./missing"],
            4,
            "exec:./missing: cannot start ./missing: No such file or directory",
            marks=pytest.mark.slow,
        ),
        (["--judge", "python:right.py:fit"], 4, "crosscover: cannot call python:right.py:fit: NameError: "),
    ],
)
def test_usage(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid judge is refused in one line, which names it once, before anything is read."""
    assert audit("missing.txt", *arguments) == code
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_killed_audit(solvers: Path) -> None:
    """No process of a solver survives if the audit is killed during a run."""
    (solvers / "endless.py").write_text(RIGHT_PYTHON.replace("    board = [", f"{ENDLESS}    board = ["))
    command = [sys.executable, "-m", "crosscover", "audit", "puzzles.txt", *ENGINES, "--jobs", "2"]
    with subprocess.Popen([*command, "--judge", "python:endless.py:solve"], cwd=solvers, env=ENVIRONMENT) as process:
        wait_until(lambda: any(solvers.glob("running-*")))
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(is_running(int(file.name.split("-")[1])) for file in solvers.glob("running-*")))
