"""The command `crosscover replay` and the generated regression tests, with real solvers."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.cli import main
from crosscover.harness.judging import first_failure
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.options import Options
from crosscover.reference import Grid, Unique
from crosscover.report.events import Header
from crosscover.report.files import STORE
from crosscover.responses import Answered
from crosscover.runner.saved import save
from crosscover.subjects.subject import Transcript
from crosscover.suite import assert_right
from tests.report.samples import PUZZLE, SOLUTION, WRONG_ANSWER

SPEC = "python:solver.py:solve"

SOLVER = """\
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid

def solve(puzzle):
    return {answers!r}.get(puzzle) or str(next(BitmaskEngine()(Grid.parse(puzzle), 1)))
"""

Capture = pytest.CaptureFixture[str]


def write_solver(folder: Path, answer: Grid) -> None:
    """Write a solver that is right, except for one puzzle, for which it returns a fixed answer."""
    (folder / "solver.py").write_text(SOLVER.format(answers={str(PUZZLE): str(answer)}))


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The ID of a saved failure of a solver that is still wrong."""
    monkeypatch.chdir(tmp_path)
    write_solver(tmp_path, WRONG_ANSWER)
    transcript = Transcript((Answered(WRONG_ANSWER),))
    found = first_failure([PUZZLE], [Unique(SOLUTION)], transcript, contracts.PROPER)
    assert found is not None
    result = PropertyResult("patterns", "A sentence.", Status.WRONG, failure=Failure(found.reason, found))
    save(result, Header(SPEC, Options(), 1, (), {}, ("crosscover", "check", SPEC)), tmp_path / STORE)
    assert result.failure is not None
    return result.failure.saved_as


def test_list(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """Without a name each failure is listed with its date, solver, contract and reason; damaged ones are named."""
    (tmp_path / STORE / "0000000000").mkdir()
    assert main(["replay"]) == 0
    printed = capsys.readouterr()
    words = re.split(" {2,}", printed.out.strip())
    date = words.pop(1)
    assert words == [saved, SPEC, "proper", "patterns", "row 1 has 7 twice, at r1c5 and r1c9"]
    assert datetime.now(UTC) - datetime.fromisoformat(date).replace(tzinfo=UTC) < timedelta(days=2)
    assert "0000000000 is damaged" in printed.err


def test_no_saved_failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Without saved failures replay says so and exits with 0."""
    monkeypatch.chdir(tmp_path)
    assert main(["replay"]) == 0
    assert capsys.readouterr().out == "nothing is saved in .crosscover\n"


@pytest.mark.usefixtures("saved")
def test_failures_of_another_solver_are_not_tried(capsys: Capture) -> None:
    """A check reruns the saved failures of its own solver only."""
    asked = ["--performance=0", "--examples=1", "--seed=0", "--contract=proper", "-k=saved_failures or full_grids"]
    assert main(["check", SPEC, *asked]) == 1
    assert re.search("^WRONG +saved_failures ", capsys.readouterr().out, re.MULTILINE)
    assert main(["check", "engine:bitmask", *asked]) == 0
    assert "saved_failures" not in capsys.readouterr().out.partition("\n\n")[2]


def test_still_wrong_and_fixed(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """If the solver is still wrong, the failure is shown again with exit code 1; if it is fixed, replay says so."""
    assert main(["replay", saved[:4]]) == 1
    out = capsys.readouterr().out
    assert out.startswith("WRONG  patterns\nA sentence.\n\nrow 1 has 7 twice")
    assert f"received   {WRONG_ANSWER}" in out
    assert f"crosscover replay {saved}" in out
    write_solver(tmp_path, SOLUTION)
    assert main(["replay", saved]) == 0
    assert capsys.readouterr().out == f"{saved}  right now: {SPEC} no longer fails patterns\n"


def test_another_subject(saved: str, capsys: Capture) -> None:
    """A saved failure can be rerun with another solver."""
    assert main(["replay", "--subject", "engine:bitmask", "all"]) == 0
    assert f"{saved}  right now: engine:bitmask" in capsys.readouterr().out


def test_unusable_arguments(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """An unknown name and an unknown solver are usage errors; a solver that is gone could not be started."""
    assert main(["replay", f"{saved[:-1]}z"]) == 2
    assert f"near it: {saved}" in capsys.readouterr().err
    assert main(["replay", saved, "--subject", "nothing"]) == 2
    assert "engine:NAME" in capsys.readouterr().err
    (tmp_path / "solver.py").unlink()
    assert main(["replay", saved]) == 4
    assert "solver.py" in capsys.readouterr().err


def test_assert_right() -> None:
    """`assert_right` passes for a right solver, and takes options as plain values."""
    assert_right("engine:bitmask", [str(PUZZLE), str(SOLUTION)], contract="any")
