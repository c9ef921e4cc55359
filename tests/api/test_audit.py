"""The function `audit`."""

from pathlib import Path
from typing import Any

import pytest

import crosscover
from crosscover import Grid
from crosscover.exit_code import ExitCode

from .solvers import PUZZLE, SOLUTION, html_of

CLASH = "11" + "." * 79
QUICK: dict[str, Any] = {"engines": ["dlx", "bitmask"], "jobs": 1}


def test_puzzles_of_a_list() -> None:
    """Each puzzle of a list has a row with its verdict, and the verdicts are counted."""
    puzzles: list[str | Grid] = [PUZZLE, "." * 81, Grid.parse(CLASH)]
    result = crosscover.audit(puzzles, **QUICK)
    assert (result.ok, result.exit_code, result.wrong) == (True, ExitCode.GOOD, [])
    assert repr(result) == "NO ERRORS FOUND; 3 puzzles: 1 none, 1 unique, 1 several."
    rows = list(result.rows)
    assert [(row.number, row.verdict) for row in rows] == [(1, "unique"), (2, "several"), (3, "none")]
    assert (rows[0].puzzle, rows[0].solution) == (Grid.parse(PUZZLE), Grid.parse(SOLUTION))
    assert [html_of(row).count("<table") for row in rows] == [2, 3, 1]
    assert "<iframe" in html_of(result)
    assert result.summary["settings"]["engines"] == ["dlx", "bitmask"]


def test_file_with_a_wrong_solution(tmp_path: Path) -> None:
    """A wrong solution in a file is found, and a ledger with a given path is kept."""
    file, ledger = tmp_path / "puzzles.csv", tmp_path / "kept.db"
    file.write_text(f"puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION[::-1]}\n")
    result = crosscover.audit(file, ledger=ledger, **QUICK)
    assert result.sentence.startswith("WRONG; 2 puzzles")
    assert [(row.line, row.is_wrong) for row in result.wrong] == [(3, True)]
    assert result.summary["facts"] == {"decided": 2, "certified": 2, "uncertified": 0}
    assert result.wrong[0].complaint.startswith(f"expected {SOLUTION[::-1]}")
    result.save(tmp_path / "page.html")
    assert "WRONG" in (tmp_path / "page.html").read_text("utf-8")
    del result
    assert ledger.exists()


def test_temporary_ledger() -> None:
    """Without a path the ledger is in a temporary folder that is removed with the result."""
    result = crosscover.audit([PUZZLE], certify=False, **QUICK)
    assert result.summary["facts"] == {}
    folder = result.ledger.parent
    assert folder.exists()
    del result
    assert not folder.exists()


def test_malformed_rows(tmp_path: Path) -> None:
    """A malformed row raises an error with its place, or becomes a row of the result if such rows are skipped."""
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PUZZLE}\n{PUZZLE[:-1]}z\n{PUZZLE}\n")
    with pytest.raises(ValueError, match=r"puzzles\.txt:2:81: expected a digit"):
        crosscover.audit(file, **QUICK)
    result = crosscover.audit([file], on_error="skip", **QUICK)
    assert [row.verdict for row in result.rows] == ["unique", "invalid", "unique"]
    assert not result.ok


@pytest.mark.parametrize(
    ("puzzles", "options", "message"),
    [
        ("nowhere.txt", {}, "nowhere.txt: No such file or directory"),
        ([PUZZLE, PUZZLE[:-1]], {}, "puzzle 2: line 1, column 81: expected 81 characters, found 80"),
        ([PUZZLE, Path("puzzles.txt")], {}, "expected puzzles or paths of files, not both"),
        ([], {}, "expected at least one puzzle"),
        ([PUZZLE], {"engines": "dlxx"}, "there is no engine 'dlxx'"),
        ([PUZZLE], {"count": 1}, "expected a whole number from 2 to 10000, not '1'"),
    ],
)
def test_wrong_use(puzzles: Any, options: dict[str, Any], message: str) -> None:
    """Invalid arguments raise ValueError."""
    with pytest.raises(ValueError, match=message):
        crosscover.audit(puzzles, **options)


def test_small_grids() -> None:
    """Puzzles of other shapes are drawn in their shape."""
    [row] = crosscover.audit(["." * 36], shape="2x3", engines="dlx,bitmask").rows
    assert row.puzzle == Grid.empty(crosscover.Shape(2, 3))
