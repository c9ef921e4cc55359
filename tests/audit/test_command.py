"""The command `crosscover audit`."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from crosscover import engines
from crosscover.auditing import audit_run, chunk_judge
from crosscover.auditing.collection import read_collection
from crosscover.auditing.findings import Findings, PuzzleRow
from crosscover.auditing.ledger import Ledger
from crosscover.cli import main
from crosscover.oracles.panel import DisagreementError
from crosscover.reference import Grid
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER
from tests.oracles.test_panel import timing_out

ENGINES = ("--engines", "bitmask,dlx,dlx", "--jobs", "1")
CLASHING = "11" + "." * 79
SEVERAL = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
"""Two solutions (Sudopedia, "Test cases")."""

TABLE = "puzzle,solution\n"
RIGHT, WRONG = f"{PUZZLE},{ANSWER}\n", f"{SECOND},{ANSWER}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a puzzle file."""
    return tmp_path / "puzzles.txt"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verdicts(file: Path, capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    """Each puzzle has a line with line number, verdict and solution, and the verdicts are counted."""
    file.write_text(f"{PUZZLE}\n{CLASHING}\n{SECOND}\n{SEVERAL}\n")
    out = file.with_name("out")
    assert main(["audit", str(file), *ENGINES, "--jobs", jobs, "-o", str(out)]) == 0
    assert [line.split("\t") for line in out.read_text().splitlines()][:3] == [
        [f"{file}:1", PUZZLE, "unique", ANSWER],
        [f"{file}:2", CLASHING, "none", ""],
        [f"{file}:3", SECOND, "unique", SECOND_ANSWER],
    ]
    assert capsys.readouterr().out.startswith("4 puzzles judged by dlx, bitmask: 2 unique, 1 several, 1 none; ")


def test_wrong_solution(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A solution in the file that differs from the puzzle's is an error."""
    file.write_text(f"{TABLE}{RIGHT}{WRONG}")
    assert main(["audit", str(file), *ENGINES]) == 1
    assert capsys.readouterr().err == f"{file}:3: expected {ANSWER}, got one solution, {SECOND_ANSWER}\n"


def test_wrong_before_malformed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong solution before a malformed line counts, and both are reported."""
    file.write_text(f"{TABLE}{WRONG}{PUZZLE}1,{ANSWER}\n")
    assert main(["audit", str(file), *ENGINES]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("1 puzzle judged")
    assert [line.split(": ")[0] for line in err.splitlines()] == [f"{file}:2", f"{file}:3:82"]


def judge_with(panel: object, patch: pytest.MonkeyPatch) -> None:
    """Replace the panel that judges puzzles, also in the processes that this one forks."""

    def given(_engines: object) -> object:
        return panel

    patch.setattr(chunk_judge, "Panel", given)


class BrokenPanel:
    """A panel that disagrees about each puzzle."""

    def grids(self, puzzle: Grid, _limit: int) -> NoReturn:
        """No grids."""
        raise DisagreementError(puzzle, {"bitmask": "no solution", "dlx": "several solutions"})


def test_disagreement(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement of engines is a fault of crosscover, and both answers are shown."""
    judge_with(BrokenPanel(), monkeypatch)
    file.write_text(f"{PUZZLE}\n")
    assert main(["audit", str(file), *ENGINES]) == 3
    out, err = capsys.readouterr()
    assert err.startswith(f"{file}:1: the oracles disagree about the puzzle")
    assert out.startswith("1 puzzle judged by dlx, bitmask: 1 undecided; ")
    assert {f"{name}, {file}:1: disagrees" for name in ("dlx", "bitmask")} <= set(out.splitlines())
    assert "  received  no solution" in out.splitlines()


@pytest.mark.parametrize(
    ("names", "jobs", "code", "summary"),
    [
        ("slow,bitmask", "1", 0, "2 unique; slow abstained from 2; "),
        ("slow", "2", 5, "2 undecided; slow abstained from 2; "),
    ],
)
def test_abstention(  # noqa: PLR0917 - pytest passes them by name
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    names: str,
    jobs: str,
    code: int,
    summary: str,
) -> None:
    """An engine that times out is named, and the puzzle is undecided if too few engines remain."""
    monkeypatch.setitem(engines.ENGINES, "slow", ("for tests", timing_out))
    file.write_text(f"{PUZZLE}\n{SECOND}\n")
    assert main(["audit", str(file), "--engines", names, "--jobs", jobs]) == code
    out, err = capsys.readouterr()
    assert summary in out
    assert err.count(": the puzzle is undecided: slow gave up after 10 s; ") == (2 if code else 0)


def test_many_wrong_solutions(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong solutions are listed before malformed rows; the first of each are shown, the others counted."""
    file.write_text(f"{TABLE}{PUZZLE}1,\n{WRONG * 25}")
    ledger = file.with_name("ledger")
    arguments = ["audit", str(file), *ENGINES, "--on-error", "skip", "--ledger", str(ledger)]
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    *wrong, more, malformed = err.splitlines()
    assert [line.split(": ")[0] for line in wrong] == [f"{file}:{line}" for line in range(3, 23)]
    shows = f"`crosscover ledger export {ledger}` shows all"
    assert more == f"crosscover: 5 more rows: wrong; {shows}"
    assert malformed.startswith(f"{file}:2: column 82: expected ")
    assert out.startswith("26 puzzles judged by dlx, bitmask: 25 unique, 1 invalid; ")
    assert out.splitlines()[1:] == [
        f"24 puzzles are duplicates of an earlier one: {file}:4 is {file}:3",
        "25 of 25 verdicts certified",
    ]
    assert main(arguments) == 1
    again = capsys.readouterr()
    assert again.err == err
    assert "; 26 of them in earlier runs; " in again.out


def test_summary_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON summary goes to a file or, alone, to stdout."""
    file.write_text(f"{TABLE}{RIGHT}{WRONG}{RIGHT}")
    assert main(["audit", str(file), *ENGINES, "--json", "-"]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines()[1].startswith("3 puzzles judged by ")
    report = file.with_name("report")
    assert main(["audit", str(file), *ENGINES, "--json", str(report)]) == 1
    for text in (out, report.read_text()):
        summary = json.loads(text)
        assert [summary[key] for key in ("format", "version", "complete")] == ["crosscover-audit", 2, True]
        assert [summary[key] for key in ("puzzles", "judged", "duplicates", "exit_code")] == [3, 3, 1, 1]
        assert (summary["complaints"], summary["judges"]["dlx"]) == ({"wrong": 1}, {"right": 3})
        assert summary["verdicts"] == {"none": 0, "unique": 3, "several": 0, "undecided": 0, "invalid": 0}
        assert summary["first_complaints"][0]["place"] == f"{file}:3"
        assert summary["inputs"][0]["bytes"] == len(file.read_bytes())
        assert summary["settings"]["engines"] == ["dlx", "bitmask"]
        assert [run["ended"] >= run["started"] for run in summary["runs"]] == [True]
        page = (
            (Path(__file__).parents[2] / "docs/reference/audit.md").read_text().partition("## The summary as JSON")[2]
        )
        described = [
            key for cell in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for key in re.findall(r"`(\w+)`", cell)
        ]
        assert described == list(summary)


def test_resuming_past_a_malformed_row(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An audit that stopped at a malformed row resumes after it with --on-error skip."""
    file.write_text(f"{PUZZLE}\n{PUZZLE}1\n{SECOND}\n")
    arguments = ["audit", str(file), *ENGINES, "--ledger", str(file.with_name("ledger"))]
    out = file.with_name("out")
    assert main([*arguments, "-o", str(out)]) == 2
    assert capsys.readouterr().err.endswith(f"crosscover: {out} was not written: the audit is not complete\n")
    assert main([*arguments, "-o", str(out), "--on-error", "skip"]) == 2
    assert (
        "3 puzzles judged by dlx, bitmask: 2 unique, 1 invalid; no column of solutions; 1 of them"
        in capsys.readouterr().out
    )
    assert [line.split("\t")[0::2] for line in out.read_text().splitlines()] == [
        [f"{file}:1", "unique"],
        [f"{file}:2", "invalid"],
        [f"{file}:3", "unique"],
    ]


def test_a_file_that_changes(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file changes while it is read, the findings are not attributed to either version."""
    file.write_text(f"{PUZZLE}\n")

    def change_and_read(*arguments: Any) -> Iterator[PuzzleRow]:
        file.write_text(f"{SECOND}\n{PUZZLE}\n")
        return read_collection(*arguments)

    monkeypatch.setattr(audit_run, "read_collection", change_and_read)
    arguments = ["audit", str(file), *ENGINES, "--ledger", str(file.with_name("ledger"))]
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"crosscover: {file} was changed while it was read: ")
    assert main(arguments) == 2
    assert f"it was started with puzzles {file} (82 bytes, sha256 " in capsys.readouterr().err


def test_progress(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the progress shows the numbers of puzzles and of wrong solutions."""
    file.write_text(f"{TABLE}{RIGHT}{WRONG}")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["audit", str(file), *ENGINES]) == 1
    err = capsys.readouterr().err
    assert "2 puzzles" in err
    assert "1 wrong" in err


@pytest.mark.parametrize(("wrong", "code"), [(0, 130), (1, 1)])
def test_interrupt(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wrong: int, code: int
) -> None:
    """An interrupted audit prints the totals so far and continues; the exit code is that of its findings, if any."""
    file.write_text(f"{TABLE}{WRONG * wrong * 20}{RIGHT * 200}")
    keep = Ledger.keep

    def keep_and_interrupt(self: Ledger, findings: Findings) -> None:
        keep(self, findings)
        raise KeyboardInterrupt

    monkeypatch.setattr(Ledger, "keep", keep_and_interrupt)
    arguments = ["audit", str(file), *ENGINES, "--ledger", str(file.with_name("ledger"))]
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert err.endswith("crosscover: interrupted\n")
    assert out.startswith("100 puzzles judged by dlx, bitmask: 100 unique; ")
    monkeypatch.undo()
    assert main(arguments) == wrong
    assert "; 100 of them in earlier runs; " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt"], "crosscover: missing.txt: No such file or directory\n"),
        (
            ["--engines", "dlx,bitmusk"],
            "crosscover: there is no engine 'bitmusk'; did you mean bitmask or bitmask:pure?\n",
        ),
        (["-o", "/"], "crosscover: /: Is a directory\n"),
        (["-o", "/none/out"], "crosscover: /none/out: No such file or directory\n"),
        (["--ledger", "/none/ledger"], "crosscover: /none/ledger: No such file or directory\n"),
        (["--ledger", "/dev/null"], "crosscover: /dev/null is not a ledger of an audit\n"),
    ],
    ids=["file", "engine", "output", "no-folder", "no-folder-for-ledger", "ledger"],
)
def test_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A usage error is one line with exit code 2."""
    assert main(["audit", *arguments]) == 2
    assert capsys.readouterr().err == message


def test_json_lines(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON Lines may have a solution and other keys; a wrong solution is reported with its line."""
    line = f'{{"id": 7, "puzzle": "{PUZZLE}", "verdict": "unique", "solution": %s}}\n'
    file.write_text(line % "null" + "\n" + line % f'"{"123456789" * 9}"')
    assert main(["audit", str(file), *ENGINES]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:3: expected {'123456789' * 9}, got one solution, ")


@pytest.mark.skipif(sys.platform != "linux", reason="file systems elsewhere refuse such names")
def test_names_that_are_not_utf8(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A collection, a ledger and outputs can have names that are not UTF-8; they are shown with escapes."""
    puzzles, ledger, html = (file.with_name(f"\udcff.{suffix}") for suffix in ("txt", "sqlite", "html"))
    puzzles.write_text(f"{TABLE}{WRONG}")
    for _ in range(2):
        assert main(["audit", str(puzzles), *ENGINES, "--ledger", str(ledger), "--html", str(html)]) == 1
        assert "\\udcff.txt:2: expected" in capsys.readouterr().err.encode("utf-8", "backslashreplace").decode()
        assert "\\udcff.txt" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "arguments", "compared"),
    [
        (f"{PUZZLE},{ANSWER}\n", [], "compared with column 'full'"),
        (f"{PUZZLE},\n{PUZZLE},{ANSWER}\n", [], "1 compared with column 'full'"),
        (f"{PUZZLE},{ANSWER}\n", ["--solution-column", ""], "no column of solutions"),
        (f"{PUZZLE},\n", [], "no column of solutions"),
    ],
)
def test_compared_solutions(
    rows: str, arguments: list[str], compared: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The summary names the column of solutions that was compared, and says how many if not all were."""
    file.write_text(f"grid,full\n{rows}")
    assert main(["audit", str(file), *ENGINES, *arguments]) == 0
    assert f" unique; {compared}; " in capsys.readouterr().out


def test_undecided_rows_are_not_compared(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solution of a puzzle that is not decided does not count as compared."""
    judge_with(BrokenPanel(), monkeypatch)
    file.write_text(f"{TABLE}{RIGHT}")
    assert main(["audit", str(file), *ENGINES]) == 3
    assert capsys.readouterr().out.startswith("1 puzzle judged by dlx, bitmask: 1 undecided; no column of solutions; ")
