"""`crosscover ledger diff`."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.dialects.samples import ANSWER, PUZZLE, SECOND

from .ledgers import CLASHING, COLLECTION, SEVERAL, WITHOUT_FACTS, audit, collection, ledger_command, write


@pytest.fixture
def other(ledger: Path) -> Path:
    """A copy of the ledger."""
    return Path(shutil.copy(ledger, "other.db"))


def test_the_same(ledger: Path, other: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Equal ledgers are reported as such with exit code 0."""
    write(other, "UPDATE puzzle SET nodes = 0, decided = '[]'")
    capsys.readouterr()
    assert ledger_command("diff", ledger, other) == 0
    assert capsys.readouterr().out == "the same puzzles with the same results\n"


def test_the_order_does_not_matter(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same puzzles in another order are equal; different inputs are mentioned."""
    for name, puzzles in (("a", COLLECTION), ("b", COLLECTION[::-1])):
        assert audit(folder / f"{name}.db", collection(Path(f"{name}.txt"), puzzles)) == 0
    capsys.readouterr()
    assert ledger_command("diff", "a.db", "b.db") == 0
    inputs, end = capsys.readouterr().out.splitlines()
    assert inputs.startswith("inputs: a.txt (sha256 ")
    assert end.startswith("the same puzzles")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("DELETE FROM puzzle WHERE number = 5", f"{PUZZLE}: only in audit.db, all.txt:5"),
        ("DELETE FROM puzzle WHERE number = 3", f"{SECOND}: only in audit.db, all.txt:3"),
        (
            "UPDATE puzzle SET verdict = 'undecided' WHERE number = 4",
            f"{SEVERAL}: verdict several (all.txt:4), undecided (all.txt:4)",
        ),
        (
            "UPDATE puzzle SET solution = replace(solution, '1', '2') WHERE number = 1",
            f"{PUZZLE}: solution {ANSWER} (all.txt:1), {ANSWER.replace('1', '2')} (all.txt:1)",
        ),
        ("UPDATE puzzle SET minimal = 1 WHERE number = 1", f"{PUZZLE}: minimal 0 (all.txt:1), 1 (all.txt:1)"),
        (
            "UPDATE puzzle SET complaint = 'x' WHERE number = 2",
            f"{CLASHING}: complaint tab\\tline\\nend (all.txt:2), x (all.txt:2)",
        ),
    ],
)
def test_a_difference(
    ledger: Path, other: Path, change: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Missing and different rows are reported with their places and exit code 1."""
    write(other, WITHOUT_FACTS)
    write(other, change)
    capsys.readouterr()
    assert ledger_command("diff", ledger.name, other) == 1
    difference, end = capsys.readouterr().out.splitlines()
    assert difference == expected
    assert end.startswith("1 difference of ")


def test_facts_of_one_ledger_alone(ledger: Path, other: Path) -> None:
    """A fact that only one ledger has, and different limits for counting, are not differences."""
    write(other, "UPDATE puzzle SET minimal = NULL, canonical = NULL, symmetry = NULL, automorphisms = NULL")
    write(
        other, "UPDATE puzzle SET solutions = 7 WHERE number = 4; INSERT OR REPLACE INTO setting VALUES ('count', 10)"
    )
    assert ledger_command("diff", ledger, other) == 0
    write(other, "UPDATE puzzle SET solutions = NULL WHERE number = 4")
    assert ledger_command("diff", ledger, other) == 1


@pytest.mark.parametrize("damaged", ["audit.db", "other.db"])
def test_which_of_two_is_damaged(ledger: Path, other: Path, damaged: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If one of the ledgers is damaged, it is named."""
    page = 4096
    with closing(sqlite3.connect(ledger)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'puzzle'").fetchone()
    content = bytearray(Path(damaged).read_bytes())
    content[(root - 1) * page : root * page] = bytes(page)
    Path(damaged).write_bytes(content)
    assert ledger_command("diff", ledger, other) == 2
    message = capsys.readouterr().err
    assert f"{damaged} was changed by something else than crosscover: " in message


def test_all_differences_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal shows the first differences of each kind, the file all of them, after differing settings."""
    variants = [PUZZLE.replace("2", digit, 1) for digit in "3456789"]
    assert audit(folder / "a.db", collection(Path("a.txt"), variants)) == 0
    assert audit(folder / "b.db", collection(Path("b.txt"), [PUZZLE]), "--engines", "dlx") == 0
    capsys.readouterr()
    assert ledger_command("diff", "a.db", "b.db", "-o", "out.tsv") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == 'engines: ["dlx", "bitmask"] in a.db, ["dlx"] in b.db'
    assert (len(lines), lines[-1]) == (1 + 1 + 5 + 1, "8 differences of puzzle")
    assert Path("out.tsv").read_text().splitlines()[1].split("\t") == ["puzzle", PUZZLE, "", "b.txt:1", "", PUZZLE]
    assert Path("out.tsv").read_text().count("\n") == 9


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
def test_the_file_is_complete_if_stdout_is_full(
    ledger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code for a difference comes first, so the file does not depend on stdout."""
    other = Path("other.db")
    assert audit(other, collection(Path("other.txt"), [PUZZLE]), "--engines", "dlx") == 0
    capsys.readouterr()
    with Path("/dev/full").open("w", buffering=1) as full:
        monkeypatch.setattr("sys.stdout", full)
        assert ledger_command("diff", ledger, other, "-o", "out.tsv") == 1
    assert capsys.readouterr().err == "crosscover: stdout: No space left on device\n"
    assert Path("out.tsv").read_text().endswith("\n")
