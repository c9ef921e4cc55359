"""The command `crosscover replay`, with real solvers."""

import json
import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from crosscover.cli import main
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.report.files import STORE
from crosscover.runner.saved import save
from tests.report.samples import PUZZLE, SETUP, SOLUTION, WRONG_ANSWER, wrong

SPEC = "python:solver.py:solve"

SOLVER = """\
def solve(puzzle, answers={answers!r}):
    if (cell := puzzle.find(".")) < 0 or puzzle in answers:
        return answers.get(puzzle, puzzle)
    row, column = divmod(cell, 9)
    box = row // 3 * 27 + column // 3 * 3
    peers = puzzle[row * 9 : row * 9 + 9] + puzzle[column::9]
    peers += "".join(puzzle[box + 9 * line : box + 9 * line + 3] for line in range(3))
    for digit in set("123456789").difference(peers):
        if found := solve(puzzle[:cell] + digit + puzzle[cell + 1 :]):
            return found
"""

Capture = pytest.CaptureFixture[str]


def write_solver(folder: Path, answer: Grid) -> None:
    """Write a solver that is right, except for one puzzle, for which it returns a fixed answer."""
    (folder / "solver.py").write_text(SOLVER.format(answers={str(PUZZLE): str(answer)}))


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The ID of a saved failure of a solver that is still wrong."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("crosscover.engines.DEFAULT_PANEL", ("bitmask", "dlx"))
    write_solver(tmp_path, WRONG_ANSWER)
    failure, setup = wrong().failure, replace(SETUP, subject=SPEC, options=Options().to_plain())
    assert failure is not None
    return save(failure, setup, tmp_path / STORE).saved_as


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
    shutil.rmtree(tmp_path / STORE)
    assert main(["replay"]) == 0
    assert capsys.readouterr().out == "no failures are saved in .crosscover\n"


def test_still_wrong(saved: str, capsys: Capture) -> None:
    """If the solver is still wrong, the failure is shown again with exit code 1."""
    assert main(["replay", saved[:4]]) == 1
    out = capsys.readouterr().out
    assert out.startswith("WRONG  patterns\nWhat patterns says.\n\nrow 1 has 7 twice")
    assert f"received  {WRONG_ANSWER}" in out
    assert f"crosscover replay {saved}" in out


def test_fixed(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """If the solver or another subject is right, the failure is fixed."""
    write_solver(tmp_path, SOLUTION)
    assert main(["replay", saved]) == 0
    assert capsys.readouterr().out == f"{saved}  fixed: {SPEC} no longer fails patterns\n"
    assert main(["replay", "--subject", "engine:bitmask", "all"]) == 0
    assert f"{saved}  fixed: engine:bitmask" in capsys.readouterr().out


def test_a_failure_now_and_then_is_never_fixed(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """A failure that occurred now and then is repeated; if it does not fail, nothing is decided."""
    write_solver(tmp_path, SOLUTION)
    record = tmp_path / STORE / saved / "failure.json"
    plain = json.loads(record.read_text())
    plain["failure"] |= {"repeats": 5, "failed_repeats": 2}
    record.write_text(json.dumps(plain))
    assert main(["replay", saved]) == 5
    when_found = "it failed 2 of 5 times when it was found"
    assert capsys.readouterr().out == f"{saved}  not decided: {SPEC} did not fail in 5 repeats; {when_found}\n"


def test_a_failure_without_an_answer_is_not_fixed(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """If the solver does not answer in time, the failure is not called fixed."""
    (tmp_path / "solver.py").write_text(f"def solve(puzzle):\n    while puzzle == {str(PUZZLE)!r}: pass\n")
    record = tmp_path / STORE / saved / "failure.json"
    plain = json.loads(record.read_text())
    plain["setup"]["options"] |= {"time_limit": 0.3, "puzzle_time": 0.0}
    record.write_text(json.dumps(plain))
    assert main(["replay", saved]) in (1, 5)
    assert "fixed" not in capsys.readouterr().out


def test_unusable_arguments(saved: str, tmp_path: Path, capsys: Capture) -> None:
    """An unknown name and an unknown solver are usage errors; a solver that is gone could not be started."""
    assert main(["replay", f"{saved[:-1]}z"]) == 2
    assert f"did you mean {saved}?" in capsys.readouterr().err
    assert main(["replay", saved, "--subject", "nothing"]) == 2
    assert "engine:NAME" in capsys.readouterr().err
    (tmp_path / "solver.py").unlink()
    assert main(["replay", saved]) == 4
    assert "solver.py" in capsys.readouterr().err
