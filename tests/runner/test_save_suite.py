"""Test suites saved from the puzzles of a run."""

import csv
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.exit_code import ExitCode
from crosscover.harness.schedule import Schedule
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import RefutedVerdictError, VerdictCache
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import check, parse
from crosscover.oracles.panel import Panel
from crosscover.reference import Grid, NoSolution, Shape, Unique, Verdict, verdict
from crosscover.report.files import refuse_unwritable
from crosscover.runner import save_suite as module
from crosscover.runner.save_suite import save_suite
from crosscover.runner.subject_run import SubjectRun
from tests.harness.fakes import FakeClock, ScriptedSubject, finds_nothing

FULL = Grid.canonical()
PROPER = FULL.with_cell(0, 0)
CLASHING = PROPER.with_cell(0, 2)
HARD = Grid.parse("85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.")
ALL = {puzzle: verdict(BitmaskEngine(), puzzle) for puzzle in (PROPER, CLASHING, Grid.empty(), HARD)}


def test_json_lines_are_certificates(tmp_path: Path) -> None:
    """Each line is a valid certificate, no puzzle is repeated, and failures come first."""
    path = tmp_path / "suite.jsonl"
    said = save_suite(path, {HARD: ALL[HARD], **ALL})
    certificates = [parse(line) for line in path.read_text().splitlines()]
    assert [one.puzzle for one in certificates] == [HARD, PROPER, CLASHING, Grid.empty()]
    for one in certificates:
        check(one)
    assert [one.claim.value for one in certificates] == ["unique", "unique", "none", "several"]
    assert said == f"{path}: 4 puzzles with verdicts and certificates."


def test_verify_reads_a_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`crosscover verify` accepts a saved suite."""
    save_suite(tmp_path / "suite.jsonl", ALL)
    assert main(["verify", str(tmp_path / "suite.jsonl"), "--jobs=1"]) == 0
    assert capsys.readouterr().out.startswith("4 certificates verified\n")


def test_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A CSV file has one solution, or two if there are several, and `crosscover audit` agrees with it."""
    path = tmp_path / "suite.csv"
    said = save_suite(path, ALL)
    assert said == f"{path}: 4 puzzles with verdicts."
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["unique", "none", "several", "unique"]
    assert [bool(row["solution"]) for row in rows] == [True, False, False, True]
    several = {rows[2]["several_1"], rows[2]["several_2"]}
    assert several == {str(grid) for grid in ALL[Grid.empty()].solutions}
    assert main(["audit", str(path), "--engines=bitmask,dlx", "--jobs=1"]) == 0
    assert capsys.readouterr().out.startswith("4 puzzles judged")


def test_maximum_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a suite is limited, and the number of omitted puzzles is reported."""
    monkeypatch.setattr(module, "MAX_SUITE_PUZZLES", 1)
    path = tmp_path / "suite.csv"
    assert save_suite(path, {HARD: ALL[HARD], **ALL}) == f"{path}: 1 puzzle with verdicts; 3 more did not fit."
    assert str(HARD) in path.read_text()


def test_no_time_for_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles that cannot be certified in time are left out."""
    monkeypatch.setattr(module, "CERTIFY_SECONDS", -1)
    path = tmp_path / "suite.jsonl"
    assert save_suite(path, ALL) == f"{path}: 0 puzzles with verdicts and certificates; 4 more without certificates."


@pytest.mark.parametrize("wrong", [NoSolution(), Unique(FULL.with_cell(0, 5))])
def test_a_false_verdict_is_not_written(tmp_path: Path, wrong: Verdict) -> None:
    """If a certificate contradicts a verdict, an error is raised and nothing is written."""
    path = tmp_path / "suite.jsonl"
    with pytest.raises(RefutedVerdictError):
        save_suite(path, {PROPER: wrong})
    assert not path.exists()


@pytest.mark.parametrize(("complete", "code"), [(True, ExitCode.FAULT), (False, ExitCode.INTERRUPTED)])
def test_a_false_verdict_is_a_fault_of_crosscover(tmp_path: Path, complete: bool, code: ExitCode) -> None:
    """A false verdict in a suite is a fault of crosscover, and an interrupted run writes no suite."""
    verdicts = VerdictCache(Panel({"wrong": finds_nothing}))
    assert verdicts[PROPER] == NoSolution()
    session = SubjectSession(ScriptedSubject(FakeClock()), verdicts)
    run = SubjectRun(session, Schedule(), suite=tmp_path / "suite.jsonl")
    run.begin([], selected=True)
    footer = run.end(complete=complete)
    assert footer.exit_code is code
    assert "suite.jsonl was not written" in footer.remarks[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "kept"), [("s.csv", "2 puzzles with verdicts."), ("s.jsonl", "1 puzzle ")])
def test_other_shapes(tmp_path: Path, name: str, kept: str) -> None:
    """A suite has puzzles of all shapes, with certificates from 2x2 to 4x4."""
    puzzles = [Grid.canonical(shape).with_cell(0, 0) for shape in (Shape(2, 2), Shape(5, 5))]
    assert kept in save_suite(tmp_path / name, {puzzle: verdict(BitmaskEngine(), puzzle) for puzzle in puzzles})


def test_missing_folder(tmp_path: Path) -> None:
    """A missing folder is an error that names the file."""
    with pytest.raises(OSError, match=r"nowhere/suite\.csv"):
        refuse_unwritable([tmp_path / "nowhere" / "suite.csv"])
