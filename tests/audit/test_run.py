"""The command `crosscover audit`."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from crosscover import engines
from crosscover.auditing import chunk_judge, run
from crosscover.auditing.findings import Findings, Input, PuzzleRow
from crosscover.auditing.ledger import Ledger, open_ledger
from crosscover.auditing.run import read_collection, remaining
from crosscover.auditing.summary import summarize_ledger
from crosscover.cli import main
from crosscover.oracles.panel import DisagreementError, is_sampled
from crosscover.properties.corpus import known_puzzles
from crosscover.puzzle_files import Row
from crosscover.reference import Grid
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER
from tests.oracles.test_panel import timing_out

from .samples import CLASHING, REQUEST, RIGHT, SEVERAL, TABLE, WRONG, audit, collection, contents

PAGE = Path(__file__).parents[2] / "docs/reference/audit.md"

Printed = Callable[..., tuple[int, str, str]]
"""Audits a collection with some arguments; returns the exit code, stdout and stderr."""


@pytest.fixture
def file(folder: Path) -> Path:
    """The path of a puzzle file in the working directory."""
    return (folder / "puzzles.txt").relative_to(folder)


@pytest.fixture
def printed(file: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    """A function that writes a collection, audits it, and returns the exit code and the output."""

    def run_audit(text: str, *arguments: str | Path) -> tuple[int, str, str]:
        file.write_text(text)
        code = audit(file, *arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run_audit


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verdicts(printed: Printed, jobs: str) -> None:
    """Each puzzle has a line with line number, verdict and solution, and the verdicts are counted."""
    puzzles = f"{PUZZLE}\n{CLASHING}\n{SECOND}\n{SEVERAL}\n"
    code, out, _ = printed(puzzles, "--engines", "bitmask,dlx,dlx", "--jobs", jobs, "-o", "out")
    assert code == 0
    assert [line.split("\t") for line in Path("out").read_text().splitlines()][:3] == [
        ["puzzles.txt:1", PUZZLE, "unique", ANSWER],
        ["puzzles.txt:2", CLASHING, "none", ""],
        ["puzzles.txt:3", SECOND, "unique", SECOND_ANSWER],
    ]
    assert out.startswith("4 puzzles judged by dlx, bitmask: 2 unique, 1 several, 1 none; ")


def test_wrong_solution(printed: Printed) -> None:
    """A solution in the file that differs from the puzzle's is an error."""
    code, _, err = printed(TABLE + RIGHT + WRONG)
    assert (code, err) == (1, f"puzzles.txt:3: expected {ANSWER}, got one solution, {SECOND_ANSWER}\n")


def test_wrong_before_malformed(printed: Printed) -> None:
    """A wrong solution before a malformed line counts, and both are reported."""
    code, out, err = printed(f"{TABLE}{WRONG}{PUZZLE}1,{ANSWER}\n")
    assert code == 1
    assert out.startswith("1 puzzle from column 'puzzle' judged")
    assert [line.split(": ")[0] for line in err.splitlines()] == ["puzzles.txt:2", "puzzles.txt:3:82"]


class BrokenPanel:
    """A panel that disagrees about each puzzle."""

    def __init__(self, _names: object, _sampled: object) -> None:
        pass

    def grids(self, puzzle: Grid, _limit: int) -> NoReturn:
        """Raise DisagreementError."""
        raise DisagreementError(puzzle, {"bitmask": "no solution", "dlx": "several solutions"})


@pytest.fixture
def disagreement(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """The exit code and the output if all engines disagree about a puzzle with a solution in the file."""
    monkeypatch.setattr(chunk_judge, "panel_of", BrokenPanel)
    return printed(TABLE + RIGHT)


def test_disagreement(disagreement: tuple[int, str, str]) -> None:
    """A disagreement of engines is a fault of crosscover, and both answers are shown."""
    code, out, err = disagreement
    assert code == 3
    assert err.startswith("puzzles.txt:2: the oracles disagree about the puzzle")
    assert {f"{name}, puzzles.txt:2: disagrees" for name in ("dlx", "bitmask")} <= set(out.splitlines())
    assert "  received  no solution" in out.splitlines()


def test_undecided_rows_are_not_compared(disagreement: tuple[int, str, str]) -> None:
    """A solution of an undecided puzzle does not count as compared."""
    assert disagreement[1].startswith(
        "1 puzzle from column 'puzzle' judged by dlx, bitmask: 1 undecided; no column of solutions; "
    )


@pytest.mark.parametrize(
    ("names", "jobs", "code", "summary"),
    [
        ("slow,bitmask", "1", 0, "2 unique; slow abstained from 2; "),
        ("slow", "2", 5, "2 undecided; slow abstained from 2; "),
    ],
)
def test_abstention(  # noqa: PLR0917 - pytest passes them by name
    printed: Printed, monkeypatch: pytest.MonkeyPatch, names: str, jobs: str, code: int, summary: str
) -> None:
    """An engine that times out is named, and the puzzle is undecided if too few engines remain."""
    monkeypatch.setitem(engines.ENGINES, "slow", ("for tests", timing_out))
    found, out, err = printed(f"{PUZZLE}\n{SECOND}\n", "--engines", names, "--jobs", jobs)
    assert found == code
    assert summary in out
    assert err.count(": the puzzle is undecided: slow gave up after 10 s; ") == (2 if code else 0)


def test_default_engines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By default, CP-SAT judges one in 20 puzzles, in any order; the summary says so, and the settings record it."""
    puzzles = [str(known.puzzle) for known in known_puzzles()[:30]]
    for name, order in (("there", puzzles), ("back", puzzles[::-1])):
        collection(Path(name), order)
        assert main(["audit", name, "--jobs", "1", "--no-certify", "--ledger", f"{name}.db"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("30 puzzles judged by dlx, bitmask, sat:cadical195 (every 20th also by cpsat, cpsat-alldiff)")
    rows = [{row[4]: row[5:] for row in contents(folder / f"{name}.db")["puzzle"]} for name in ("there", "back")]
    assert rows[0] == rows[1]
    with open_ledger(folder / "there.db") as ledger:
        summary = summarize_ledger(ledger)
    assert summary.settings["sampled"] == {"cpsat": 20, "cpsat-alldiff": 20}
    sampled = sum(is_sampled(Grid(puzzle)) for puzzle in puzzles)
    assert [counts["right"] for counts in summary.judges.values()] == [30, 30, 30, sampled, sampled]
    assert main(["audit", "there", "--engines", "dlx,bitmask,sat,cpsat,cpsat-alldiff", "--ledger", "there.db"]) == 2


MANY_WRONG = f"{TABLE}{PUZZLE}1,\n{WRONG * 25}"
"""A malformed row before 25 wrong solutions."""

SKIPPING = ("--on-error", "skip", "--ledger", "ledger")


def test_the_first_wrong_solutions_are_listed(printed: Printed) -> None:
    """The first 20 wrong solutions are listed before malformed rows, and further ones are counted."""
    code, _, err = printed(MANY_WRONG, *SKIPPING)
    *wrong, more, malformed = err.splitlines()
    assert code == 1
    assert [line.split(": ")[0] for line in wrong] == [f"puzzles.txt:{line}" for line in range(3, 23)]
    assert more == "crosscover: 5 more rows: wrong; `crosscover ledger export ledger` shows all"
    assert malformed.startswith("puzzles.txt:2: column 82: expected ")


def test_summary_of_duplicates(printed: Printed) -> None:
    """The summary counts malformed rows, duplicates and certificates."""
    first, *others = printed(MANY_WRONG, *SKIPPING)[1].splitlines()
    assert first.startswith("26 puzzles from column 'puzzle' judged by dlx, bitmask: 25 unique, 1 invalid; ")
    assert others == [
        "24 puzzles are duplicates of an earlier one: puzzles.txt:4 is puzzles.txt:3",
        "25 of 25 verdicts certified",
    ]


def test_repeated_audit(printed: Printed) -> None:
    """A complete audit that is repeated reports the same rows again, from its ledger."""
    before = printed(MANY_WRONG, *SKIPPING)
    code, out, err = printed(MANY_WRONG, *SKIPPING)
    assert (code, err) == (before[0], before[2])
    assert "; 26 of them in earlier runs; " in out


@pytest.fixture
def summary(printed: Printed) -> dict[str, Any]:
    """The JSON summary of a collection with a duplicate and a wrong solution."""
    printed(TABLE + RIGHT + WRONG + RIGHT, "--json", "summary.json")
    found: dict[str, Any] = json.loads(Path("summary.json").read_text())
    return found


def test_json_on_stdout(printed: Printed, summary: dict[str, Any]) -> None:
    """On stdout, JSON stands alone; the summary in words goes to stderr."""
    code, out, err = printed(TABLE + RIGHT + WRONG + RIGHT, "--json", "-")
    assert (code, json.loads(out).keys()) == (1, summary.keys())
    assert err.splitlines()[1].startswith("3 puzzles from column 'puzzle' judged by ")


def test_json_results(summary: dict[str, Any], file: Path) -> None:
    """The JSON summary counts the results, and describes the input, the settings and the runs."""
    names = ("format", "version", "complete", "puzzles", "judged", "duplicates", "exit_code", "complaints", "verdicts")
    assert [summary[name] for name in names] == [
        *("crosscover-audit", 2, True, 3, 3, 1, 1, {"wrong": 1}),
        {"none": 0, "unique": 3, "several": 0, "undecided": 0, "invalid": 0},
    ]
    assert summary["judges"]["dlx"] == {"right": 3}
    assert summary["first_complaints"][0]["place"] == "puzzles.txt:3"
    assert summary["inputs"][0]["bytes"] == len(file.read_bytes())
    assert summary["settings"]["engines"] == ["dlx", "bitmask"]
    assert [run["ended"] >= run["started"] for run in summary["runs"]] == [True]


def test_json_is_documented(summary: dict[str, Any]) -> None:
    """The reference lists the names of the JSON summary in order."""
    page = PAGE.read_text().partition("## The summary as JSON")[2].partition("| key in `facts`")[0]
    cells = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == list(summary)


def test_resuming_past_a_malformed_row(printed: Printed) -> None:
    """An audit that stopped at a malformed row resumes after it with --on-error skip."""
    text, arguments = f"{PUZZLE}\n{PUZZLE}1\n{SECOND}\n", ("--ledger", "ledger", "-o", "out")
    code, _, err = printed(text, *arguments)
    assert code == 2
    assert err.endswith("crosscover: out was not written: the audit is not complete\n")
    code, out, _ = printed(text, *arguments, "--on-error", "skip")
    assert code == 2
    assert "3 puzzles judged by dlx, bitmask: 2 unique, 1 invalid; no column of solutions; 1 of them" in out
    assert [line.split("\t")[0::2] for line in Path("out").read_text().splitlines()] == [
        ["puzzles.txt:1", "unique"],
        ["puzzles.txt:2", "invalid"],
        ["puzzles.txt:3", "unique"],
    ]


def test_a_file_that_changes(file: Path, printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file changes while it is read, the findings are not attributed to either version."""

    def change_and_read(*arguments: Any) -> Iterator[PuzzleRow]:
        file.write_text(f"{SECOND}\n{PUZZLE}\n")
        return read_collection(*arguments)

    monkeypatch.setattr(run, "read_collection", change_and_read)
    code, _, err = printed(f"{PUZZLE}\n", "--ledger", "ledger")
    assert code == 2
    assert err.startswith("crosscover: puzzles.txt was changed while it was read: ")
    code, _, err = printed(file.read_text(), "--ledger", "ledger")
    assert code == 2
    assert "it was started with puzzles puzzles.txt (82 bytes, sha256 " in err


def test_progress(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the progress shows the numbers of puzzles and of wrong solutions."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    code, _, err = printed(TABLE + RIGHT + WRONG)
    assert code == 1
    assert "2 puzzles" in err
    assert "1 wrong" in err


@pytest.mark.parametrize(("wrong", "code"), [(0, 130), (1, 1)])
def test_interrupt(printed: Printed, monkeypatch: pytest.MonkeyPatch, wrong: int, code: int) -> None:
    """An interrupted audit prints the totals so far and continues; the exit code is that of its findings, if any."""
    text = f"{TABLE}{WRONG * wrong * 20}{RIGHT * 200}"
    keep = Ledger.keep

    def keep_and_interrupt(self: Ledger, findings: Findings) -> None:
        keep(self, findings)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "keep", keep_and_interrupt)
        found, out, err = printed(text, "--ledger", "ledger")
    assert found == code
    assert err.endswith("crosscover: interrupted\n")
    assert out.startswith("100 puzzles from column 'puzzle' judged by dlx, bitmask: 100 unique; ")
    found, out, _ = printed(text, "--ledger", "ledger")
    assert found == wrong
    assert "; 100 of them in earlier runs; " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt"], "missing.txt: No such file or directory"),
        (["--engines", "dlx,bitmusk"], "there is no engine 'bitmusk'; did you mean bitmask or bitmask:pure?"),
        (["-o", "/"], "/: Is a directory"),
        (["-o", "/none/out"], "/none/out: No such file or directory"),
        (["--ledger", "/none/ledger"], "/none/ledger: No such file or directory"),
        (["--ledger", "/dev/null"], "/dev/null is not a ledger of an audit"),
    ],
    ids=["file", "engine", "output", "no-folder", "no-folder-for-ledger", "ledger"],
)
def test_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A usage error is one line with exit code 2."""
    assert (audit(*arguments), capsys.readouterr().err) == (2, f"crosscover: {message}\n")


@pytest.mark.skipif(sys.platform != "linux", reason="file systems elsewhere refuse such names")
def test_names_that_are_not_utf8(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A collection, a ledger and outputs can have names that are not UTF-8; they are shown with escapes."""
    puzzles, ledger, html = (folder / f"\udcff.{suffix}" for suffix in ("txt", "sqlite", "html"))
    puzzles.write_text(TABLE + WRONG)
    for _ in range(2):
        assert audit(puzzles, "--ledger", ledger, "--html", html) == 1
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
def test_compared_solutions(rows: str, arguments: list[str], compared: str, printed: Printed) -> None:
    """The summary names the column of solutions that was compared, and the number of solutions if not all were."""
    code, out, _ = printed(f"grid,full\n{rows}", *arguments)
    assert code == 0
    assert f" unique; {compared}; " in out


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ([], [1, 2, 3, 4, 5, 6, 7]),
        ([(1, 7)], []),
        ([(1, 3)], [4, 5, 6, 7]),
        ([(2, 2), (5, 6)], [1, 3, 4, 7]),
        ([(7, 7)], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_remaining_rows(done: list[tuple[int, int]], left: list[int]) -> None:
    """The rows between the finished ranges remain, with their numbers."""
    rows = (Row(0, number, None, None) for number in range(1, 8))
    assert [(number, each.line) for number, each in remaining(rows, done)] == [(number, number) for number in left]


def test_places_of_finished_rows(file: Path) -> None:
    """A resumed audit finds the column of the puzzles in a file whose rows are finished."""
    file.write_text(TABLE + RIGHT)
    places: dict[int, str] = {}
    rows = read_collection(REQUEST, [Input.of(str(file))], [(1, 1)], places)
    assert (list(rows), places) == ([], {0: "column 'puzzle'"})
