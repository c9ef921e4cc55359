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
    outcome = PropertyResult("patterns", "A sentence.", Status.WRONG, failure=Failure(found.reason, found))
    header = Header(SPEC, Options(), 1, (), {}, ("crosscover", "check", SPEC))
    save(outcome, header, tmp_path / STORE)
    assert outcome.failure is not None
    return outcome.failure.saved_as


def test_no_saved_failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without saved failures replay says so and exits with 0."""
    monkeypatch.chdir(tmp_path)
    assert main(["replay"]) == 0
    assert capsys.readouterr().out == "nothing is saved in .crosscover\n"


def test_list(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name each saved failure is listed with its date, solver, contract and reason."""
    assert main(["replay"]) == 0
    words = re.split(" {2,}", capsys.readouterr().out.strip())
    date = words.pop(1)
    assert words == [saved, SPEC, "proper", "patterns", "row 1 has 7 twice, at r1c5 and r1c9"]
    assert datetime.now(UTC) - datetime.fromisoformat(date).replace(tzinfo=UTC) < timedelta(days=2)


@pytest.mark.usefixtures("saved")
def test_failures_of_another_solver_are_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """A check reruns the saved failures of its own solver only."""
    asked = ["--performance=0", "--examples=1", "--seed=0", "--contract=proper", "-k=saved_failures or full_grids"]
    assert main(["check", SPEC, *asked]) == 1
    assert re.search("^WRONG +saved_failures ", capsys.readouterr().out, re.MULTILINE)
    assert main(["check", "engine:bitmask", *asked]) == 0
    assert "saved_failures" not in capsys.readouterr().out.partition("\n\n")[2]


@pytest.mark.parametrize("asked", [slice(None), slice(4)])
def test_still_wrong(saved: str, asked: slice, capsys: pytest.CaptureFixture[str]) -> None:
    """If the solver is still wrong, the failure is shown again with exit code 1."""
    assert main(["replay", saved[asked]]) == 1
    out = capsys.readouterr().out
    assert out.startswith("WRONG  patterns\nA sentence.\n\nrow 1 has 7 twice")
    assert f"received   {WRONG_ANSWER}" in out
    assert f"crosscover replay {saved}" in out


def test_fixed(saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the solver is fixed, replay says so with exit code 0."""
    write_solver(tmp_path, SOLUTION)
    assert main(["replay", saved]) == 0
    assert capsys.readouterr().out == f"{saved}  right now: {SPEC} no longer fails patterns\n"


def test_another_subject(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A saved failure can be rerun with another solver."""
    assert main(["replay", "--subject", "engine:bitmask", "all"]) == 0
    assert f"{saved}  right now: engine:bitmask" in capsys.readouterr().out


def test_unknown_name(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown name, for which similar ones are suggested, and an unknown solver are usage errors."""
    assert main(["replay", f"{saved[:-1]}z"]) == 2
    assert f"near it: {saved}" in capsys.readouterr().err
    assert main(["replay", saved, "--subject", "nothing"]) == 2
    assert "engine:NAME" in capsys.readouterr().err


def test_missing_solver(saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the solver cannot be started, the exit code is 4, and the reason is shown."""
    (tmp_path / "solver.py").unlink()
    assert main(["replay", saved]) == 4
    assert "solver.py" in capsys.readouterr().err


def test_damaged_entries(saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged entry is named, and the others are listed."""
    (tmp_path / STORE / "0000000000").mkdir()
    assert main(["replay"]) == 0
    printed = capsys.readouterr()
    assert saved in printed.out
    assert "0000000000 is damaged" in printed.err


def test_assert_right() -> None:
    """`assert_right` passes for a right solver, and takes options as plain values."""
    assert_right("engine:bitmask", [str(PUZZLE), str(SOLUTION)], contract="any")
