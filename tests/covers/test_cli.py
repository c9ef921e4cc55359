"""The command `crosscover check --problem cover`, and `crosscover replay` for its failures."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from crosscover.cli import main
from crosscover.result import CheckResult

from .samples import RIGHT, WRONG, write_solver

Capture = pytest.CaptureFixture[str]
CHOSEN = [
    "--problem",
    "cover",
    "--call=primary,options",
    "--contract",
    "all",
    "--rounds",
    "1",
    "--seed",
    "1",
    "--first",
]
ONE = [*CHOSEN, "--only", "doubled_option"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_right_solver(folder: Path, capsys: Capture) -> None:
    """A right solver passes; the output names the form and the promise that were found."""
    write_solver(folder, RIGHT)
    arguments = ["--problem=cover", "--rounds", "1", "--only", "exactly_the_covers"]
    assert main(["check", "solver.py:covers", *arguments]) == 0
    printed = capsys.readouterr().out
    assert "python:solver.py:covers --problem=cover --call=primary,options --contract=all (found)" in printed
    assert re.search(r"^passed +exactly_the_covers +4 ", printed, re.MULTILINE)
    assert "NO ERRORS FOUND: 1 of 1 selected property holds in 1 round; 4 problems judged" in printed
    assert "It takes primary,options and promises all covers as option numbers from 0." in printed
    assert "puzzle" not in printed


def test_a_wrong_solver_and_its_reports(folder: Path, capsys: Capture) -> None:
    """The failure is drawn in each report, and replay runs it again until the solver is fixed."""
    write_solver(folder, WRONG)
    reports = ["--json", "report.json", "--junit", "report.xml", "--html", "report.html"]
    assert main(["check", "solver.py:covers", *ONE, *reports]) == 1
    printed = capsys.readouterr().out
    result = msgspec.json.decode((folder / "report.json").read_bytes(), type=CheckResult)
    (failure,) = result.failures
    assert result.setup.problem == "cover"
    assert "WRONG: python:solver.py:covers fails 1 of 1 selected property" in printed
    for text in (printed, (folder / "report.html").read_text("utf-8"), (folder / "report.xml").read_text("utf-8")):
        assert failure.drawing in text
        assert failure.saved_as in text
    assert "puzzle" not in printed
    assert json.loads((folder / "report.json").read_text("utf-8"))["failures"][0]["searches"][0]["primary"]
    assert main(["replay"]) == 0
    assert failure.reason in capsys.readouterr().out
    assert main(["replay", failure.saved_as]) == 1
    assert failure.drawing in capsys.readouterr().out
    write_solver(folder, RIGHT)
    assert main(["replay", failure.saved_as]) == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["solver.py:covers", "--problem", "cover", "--call", "columnar"], 2, "invalid choice: 'columnar'"),
        (["solver.py:covers", "--problem", "cover", "--contract", "proper"], 2, "invalid choice: 'proper'"),
        (["solver.py:covers", *CHOSEN, "--only", "tillings"], 2, "no property of exact covers matches 'tillings'"),
        (["solver.py:covers", "--problem", "cover", "--max-slowdown", "5"], 2, "--max-slowdown"),
        (["solver.py:covers", *ONE, "--html", "solver.py"], 2, "solver.py"),
        (["missing.py:covers", *ONE], 4, "missing.py"),
        (["engine:dlx", *ONE], 2, "engine:dlx: an exact-cover solver is one of python:, js:, exec:"),
    ],
)
def test_wrong_use(arguments: list[str], code: int, message: str, folder: Path, capsys: Capture) -> None:
    """Unknown forms, promises, properties, options and solvers are named."""
    write_solver(folder, RIGHT)
    assert main(["check", *arguments]) == code
    printed = capsys.readouterr()
    assert message in printed.err + printed.out


def test_help(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The help lists the forms, the promises and the options of exact covers in lines of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["check", "--problem", "cover", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    text = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= 80
    assert all(word in text for word in ("--strict-forms", "luogu4929", "X,Y", "--contract", "--rounds", "--html"))
    assert "--max-slowdown" not in text


@pytest.mark.slow
def test_a_sudoku_solver_as_before(folder: Path, capsys: Capture) -> None:
    """With `--problem sudoku`, and without the option, a solver gets Sudoku puzzles."""
    (folder / "solver.py").write_text("def solve(puzzle):\n return puzzle.replace('.', '1')\n")
    quick = ["--contract=any", "--only", "patterns", "--rounds", "1", "--first", "--max-slowdown", "0"]
    for problem in (["--problem=sudoku"], []):
        assert main(["check", "python:solver.py:solve", *problem, *quick]) == 1
        assert "puzzles judged" in capsys.readouterr().out
