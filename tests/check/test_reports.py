"""Files of a check: reports, saved failures and expected failures."""

import os
from collections.abc import Iterator
from itertools import chain, islice
from xml.etree import ElementTree

import pytest

from crosscover import engines
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid
from crosscover.result import CheckResult, Status, decode

from . import solvers
from .running import CHECK, ENVIRONMENT, Here, enter, run

pytestmark = pytest.mark.usefixtures("quick_panel")

SPEC = "python:mine.py:solve"
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
FULL = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
SOME = ("--rounds=1", "--seed=1", "-k", "full_grids or missing_digits")
FEWER = (*SOME[:2], "-k", "full_grids or saved")


@pytest.fixture
def wrong(here: Here) -> str:
    """Return the specification of a wrong function."""
    return f"python:{here.write('mine.py', solvers.WRONG_PYTHON)}:solve"


def report(text: str) -> CheckResult:
    """Read a report."""
    result: CheckResult = decode(text)
    return result


@pytest.mark.parametrize("good", [True, False])
def test_json_on_standard_output(good: bool, here: Here) -> None:
    """With `--json -`, stdout is one JSON object that fits the schema, stderr gets the rest, and `--junit` agrees."""
    here.write("mine.py", solvers.RIGHT_PYTHON if good else solvers.WRONG_PYTHON)
    ran = here(SPEC, *SOME, "--json", "-", "--junit", "report.xml")
    read = report(ran.output)
    assert (ran.code, read.exit_code, read.complete) == (1 - good, 1 - good, True)
    assert [one.status.word for one in read.properties] == ["passed" if good else "wrong"] * 2
    assert ran.errors.startswith("solver ")
    assert 0 < read.certified <= read.decided
    assert good or all(one.certified for one in read.failures)
    suite = ElementTree.parse(here.directory / "report.xml").getroot()  # noqa: S314 - our own file
    failed = {case.get("name"): case.find("failure") is not None for case in suite.iter("testcase")}
    assert failed == {one.name: one.status is Status.WRONG for one in read.properties}


def lying(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Finds no solution if r5c5 is a clue."""
    return islice(iter(()) if puzzle.values[40] else BitmaskEngine()(puzzle, limit), limit)


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the specification of a wrong engine, which needs no process."""
    enter(monkeypatch, lying)
    return "engine:lying"


def test_same_seed(liar: str, here: Here) -> None:
    """The same seed gives the same counterexamples after the same number of puzzles."""
    asked = (liar, "--rounds=1", "-k", "any_number", "--json=-")
    first = report(here(*asked).output)
    (here.directory / ".crosscover").rename(here.directory / "before")
    second = report(here(*asked, f"--seed={first.seed}").output)
    [one], [other] = first.properties, second.properties
    assert one.failed_after == other.failed_after
    assert [one.puzzles for one in first.failures] == [one.puzzles for one in second.failures]


def test_saved_failures_come_first(liar: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved failures run first in the next check with their contract; once they pass, reports no longer list them."""
    here(liar, *FEWER)
    other = here(liar, "--contract", "proper", *FEWER)
    again = here(liar, *FEWER)
    enter(monkeypatch, BitmaskEngine())
    fixed = here(liar, *FEWER)
    names = [line.split()[1] for line in again.output.splitlines() if line.startswith("WRONG ")]
    assert (again.code, names[0]) == (1, "saved_failures")
    assert "saved_failures" not in other.output
    assert fixed.lines["saved_failures"].startswith("passed")
    assert (fixed.code, "WRONG" in fixed.output) == (0, False)


def test_expected_failures(liar: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expected failures do not fail a run, and reports give their reason; one that passes is an error."""
    here.write("known.txt", "missing_digits: issue 7\nfull_grids  # an open bug\n")
    reports = {"--json": "report.json", "--junit": "report.xml", "--html": "report.html"}
    ran = here(liar, *SOME, "--known", "known.txt", *chain.from_iterable(reports.items()))
    assert (ran.code, ran.errors) == (0, "")
    assert ran.lines["full_grids"].startswith("expected failure")
    assert "AS EXPECTED: " in ran.output
    texts = [ran.output, *((here.directory / name).read_text() for name in ("report.xml", "report.html"))]
    assert all("(known: issue 7)" in text for text in texts)
    read = report((here.directory / "report.json").read_text())
    assert {one.name: one.expected_reason for one in read.properties if one.expected}["missing_digits"] == "issue 7"
    enter(monkeypatch, BitmaskEngine())
    ran = here(liar, *SOME, "--known", "known.txt")
    assert (ran.code, ran.errors) == (1, "")
    assert "known.txt: line 1: missing_digits (issue 7) unexpectedly passes" in ran.output


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("exec:./missing", "cannot start ./missing: No such file or directory"),
        ("engine:sat:cadical195", "cannot run here"),
    ],
)
def test_every_report_of_a_solver_that_cannot_be_started(here: Here, subject: str, reason: str) -> None:
    """Every report states that the solver was not started; no older report is left."""
    names = {"--json": "r.json", "--junit": "r.xml", "--html": "r.html"}
    options = [word for option, name in names.items() for word in (option, here.write(name, "no errors found"))]
    here.write("broken/pysat.py", "raise ImportError")
    environment = {**ENVIRONMENT, "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
    if subject.startswith("engine:"):
        environment["PYTHONPATH"] = os.pathsep.join([str(here.directory / "broken"), ENVIRONMENT["PYTHONPATH"]])
    ran = run([*CHECK, subject, *options], here.directory, environment=environment)
    after = {name: (here.directory / name).read_text() for name in names.values()}
    read = report(after["r.json"])
    assert (ran.code, read.exit_code, read.complete) == (4, 4, False)
    assert not [name for name, text in after.items() if "no errors found" in text]
    assert all(reason in text for text in (*after.values(), ran.output, ran.errors))
    summary = (here.directory / "summary.md").read_text()
    assert f"NOT STARTED: {subject} was not judged" in summary.replace("\\", "")


def test_disagreeing_oracles(wrong: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement of oracles is a fault of crosscover, reported with the puzzle and each verdict."""
    enter(monkeypatch, lying)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", ("bitmask", "lying"))
    ran = here(wrong, *SOME, "--json", "-")
    assert ran.code == 3
    assert "FAULT" in ran.errors
    for one in report(ran.output).failures:
        reason = one.reason
        assert Grid.parse(reason.split("\n")[2]).values[40]
        assert "lying    no solution" in reason
        assert "bitmask" in reason
    assert "says nothing about the solver" in ran.errors


OWN = ("--puzzles=mine.txt", "--rounds=1", "-k", "your_puzzles")


def test_puzzles_of_a_file(here: Here) -> None:
    """The puzzles of a file form a property; puzzles outside the contract are counted."""
    here.write("mine.txt", f"{EASY}\n55{'.' * 79}\n{FULL}\n")
    ran = here("engine:bitmask", "--contract=proper", "--json=report.json", *OWN)
    assert (ran.code, ran.errors) == (0, "")
    remark = "mine.txt: all 3 puzzles reached; 1 left out, which the contract excludes."
    assert remark in ran.output.splitlines()
    assert report((here.directory / "report.json").read_text()).notes == (remark,)


def test_a_failed_puzzle_of_a_file(here: Here) -> None:
    """A failure names the line of its puzzle."""
    here.write("mine.txt", f"{FULL}\n{EASY}\n")
    here.write("mine.py", "def solve(text):\n    return text.replace('.', '5')\n")
    ran = here(SPEC, *OWN)
    assert ran.code == 1
    assert "the first failure is in line 2" in ran.output
    assert "crosscover replay" in ran.output
