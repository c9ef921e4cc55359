"""The certificates of `crosscover audit`, and `crosscover verify` on its ledger."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.auditing import chunk_judge
from crosscover.cli import main
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference.symmetry import unrank
from crosscover.sqlite_files import SQLITE_MAGIC, is_sqlite
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, EASY, HARD, UNSOLVABLE
from tests.oracles.puzzles import COUNTED

from .ledgers import write
from .samples import contents

PUZZLES = (EASY, BRIEF, UNSOLVABLE, AMBIGUOUS)
ENGINES = ("--engines", "dlx,bitmask", "--jobs", "1")
REDUNDANT = "the row does not say that this clue is redundant"


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with certificates, shared by all tests."""
    folder = tmp_path_factory.mktemp("certified")
    puzzles, ledger = folder / "puzzles.txt", folder / "audit.db"
    puzzles.write_text("".join(f"{puzzle}\n" for puzzle in PUZZLES))
    assert main(["audit", str(puzzles), *ENGINES, "--ledger", str(ledger)]) == 0
    return ledger


@pytest.fixture
def ledger(certified: Path, tmp_path: Path) -> Path:
    """A copy of the ledger, including SQLite's extra files, for changes."""
    for file in certified.parent.glob(f"{certified.name}*"):
        shutil.copy(file, tmp_path)
    return tmp_path / certified.name


def test_a_certified_ledger_is_verified(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every certificate in a ledger is checked and counted like those in files."""
    assert main(["verify", str(ledger), "--puzzles", str(ledger.parent / "missing")]) == 2
    capsys.readouterr()
    assert main(["verify", str(ledger), "--jobs", "2"]) == 0
    assert capsys.readouterr().out.startswith("4 certificates verified\n")


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("DELETE FROM certificate WHERE number = 3", f"3: no certificate for {UNSOLVABLE}, which is said to be none"),
        (
            "UPDATE certificate SET line = (SELECT line FROM certificate WHERE number = 1) WHERE number = 2",
            f"2: false certificate for {EASY}: the puzzle of this row is {BRIEF}",
        ),
        (
            "UPDATE puzzle SET verdict = 'several', second = solution, solutions = 2 WHERE number = 1",
            f"1: false certificate for {EASY}: it says unique, the row several",
        ),
        (
            "UPDATE puzzle SET verdict = 'undecided' WHERE number = 1",
            f"1: false certificate for {EASY}: it says unique",
        ),
        (
            "UPDATE puzzle SET solution = second, second = solution WHERE number = 4",
            f"4: false certificate for {AMBIGUOUS}: the solutions of this row are ",
        ),
        (
            "UPDATE puzzle SET solution = replace(solution, '1', '2') WHERE number = 1",
            f"1: false certificate for {EASY}: the solutions of this row are ",
        ),
        (
            "UPDATE certificate SET line = replace(line, 'unique', 'none') WHERE number = 1",
            f"1: false certificate for {EASY}: the claim 'none' needs 0 solutions, not 1",
        ),
        (
            """UPDATE certificate SET line = replace(line, '"solutions":["', '"solutions":["9') WHERE number = 2""",
            f"2: false certificate for {BRIEF}: line 2, column ",
        ),
    ],
)
def test_a_forged_row_is_found(
    ledger: Path, statement: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing, false or swapped certificate is reported with the number of its row and exit code 1."""
    write(ledger, statement)
    assert main(["verify", str(ledger), "--jobs", "1"]) == 1
    assert capsys.readouterr().out.startswith(f"{ledger}:{complaint}")


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        (
            "UPDATE setting SET value = 'false' WHERE name = 'certify'",
            "{} is a ledger without certificates: the audit ran with --no-certify",
        ),
        ("PRAGMA user_version = 99", "{} is a ledger of version 99; this crosscover knows version 4"),
        ("PRAGMA application_id = 7", "{} is not a ledger of an audit, but another SQLite database"),
    ],
)
def test_files_without_certificates(
    ledger: Path, statement: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not a certified ledger gives one line and exit code 2."""
    write(ledger, statement)
    assert main(["verify", str(ledger), "--jobs", "1"]) == 2
    assert capsys.readouterr().err == f"crosscover: {complaint.format(ledger)}\n"


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        (
            "UPDATE puzzle SET verdict = 'undecided' WHERE number = 3; DELETE FROM certificate WHERE number = 3",
            "1 puzzle undecided",
        ),
        ("UPDATE run SET outcome = NULL", "the audit is not complete"),
        ("DELETE FROM certificate; DELETE FROM puzzle", "there are no puzzles"),
    ],
)
def test_puzzles_without_certificates(
    ledger: Path, statement: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a ledger does not prove a verdict for each puzzle, the reason is named with exit code 5."""
    write(ledger, statement)
    assert main(["verify", str(ledger), "--jobs", "1"]) == 5
    assert capsys.readouterr().out.startswith(f"{ledger}: {complaint}\n")


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with certificates of all claims: a minimal puzzle, one with redundant clues, an isomorph, and numbers.

    The rows are EASY; EASY with two further clues; its image; AMBIGUOUS; and a puzzle with five solutions or more.
    """
    folder = tmp_path_factory.mktemp("rich")
    puzzles, ledger = folder / "puzzles.txt", folder / "audit.db"
    larger = EASY.with_cells_of(next(BitmaskEngine()(EASY)), EASY.empty_cells()[:2])
    many = next(text for text, number in COUNTED.items() if number >= 5)
    puzzles.write_text("".join(f"{puzzle}\n" for puzzle in (EASY, larger, unrank(10**12)(larger), AMBIGUOUS, many)))
    options = ("--minimal", "--isomorphs", "--count", "5", "--ledger", str(ledger))
    assert main(["audit", str(puzzles), *ENGINES, *options]) == 0
    return ledger


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE puzzle SET minimal = 0 WHERE number = 1", "false certificate for {}: the row does not say minimal"),
        ("UPDATE puzzle SET minimal = 1 WHERE number = 2", REDUNDANT),
        ("UPDATE puzzle SET minimal = NULL WHERE number = 1", "the row does not say minimal"),
        ("DELETE FROM certificate WHERE claim = 'minimal'", "no certificate for {}, which is said to be minimal"),
        ("DELETE FROM certificate WHERE claim = 'redundant' AND place = 2", "which is said to be not minimal"),
        ("DELETE FROM clue WHERE number = 2 AND solution IS NULL", REDUNDANT),
        (
            "REPLACE INTO certificate SELECT 2, 2, claim, line FROM certificate WHERE number = 2 AND place = 1",
            REDUNDANT,
        ),
        ("UPDATE certificate SET claim = 'redundant' WHERE claim = 'minimal'", "it says minimal, the table redundant"),
        ("DELETE FROM certificate WHERE claim = 'isomorphic'", "which is said to be isomorphic to "),
        ("UPDATE isomorph SET first = 1", "the row has the symmetry "),
        ("UPDATE isomorph SET symmetry = 'id'", "the row has the symmetry id to "),
        ("DELETE FROM isomorph", "the row has the symmetry None to None"),
        (
            "UPDATE puzzle SET solutions = 3 WHERE number = 4",
            "exactly 2 solutions, and the row 3, counted up to 5",
        ),
        (
            "UPDATE puzzle SET solutions = 6 WHERE number = 5",
            "at least 5 solutions, and the row 6, counted up to 5",
        ),
        (
            "UPDATE setting SET value = '6' WHERE name = 'count'",
            "5 solutions, and the row 5, counted up to 6",
        ),
        (
            "UPDATE setting SET value = '2' WHERE name = 'count'",
            "exactly 2 solutions, and the row 2, counted up to 2",
        ),
    ],
)
def test_forged_facts(
    rich: Path, tmp_path: Path, statement: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a ledger says about a puzzle beside its verdict needs a certificate of that, too."""
    shutil.copy(rich, tmp_path)
    ledger = tmp_path / rich.name
    assert main(["verify", str(ledger), "--jobs", "1", "--puzzles", str(rich.with_name("puzzles.txt"))]) == 0
    write(ledger, statement)
    assert main(["verify", str(ledger), "--jobs", "1"]) == 1
    assert complaint.format(EASY) in capsys.readouterr().out


def test_unknown_minimality(rich: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` counts the rows of an audit with `--minimal` that lack minimality, and exits with 5."""
    shutil.copy(rich, tmp_path)
    ledger = tmp_path / rich.name
    write(ledger, "UPDATE puzzle SET minimal = NULL; DELETE FROM certificate WHERE claim IN ('minimal', 'redundant')")
    assert main(["verify", str(ledger), "--jobs", "1"]) == 5
    assert capsys.readouterr().out.startswith(f"{ledger}: unknown whether minimal: 3 puzzles\n")


def test_a_missing_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no certificate is found in time, the audit is good and counts it, and `verify` names the reason."""
    monkeypatch.setattr(chunk_judge, "CERTIFICATE_SECONDS", 0.0)
    puzzles, ledger = tmp_path / "puzzles.txt", tmp_path / "audit.db"
    puzzles.write_text(f"{HARD[0]}\n")
    assert main(["audit", str(puzzles), *ENGINES, "--ledger", str(ledger)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "0 of 1 verdict certified; 1 puzzle without a certificate: it took too long"
    assert main(["verify", str(ledger), "--jobs", "1"]) == 5
    assert capsys.readouterr().out.startswith(f"{ledger}: 1 puzzle without a certificate: it took too long\n")


def test_no_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--no-certify` none of the facts is certified, and an audit with certificates cannot go on."""
    puzzles, ledger = tmp_path / "puzzles.txt", tmp_path / "audit.db"
    puzzles.write_text(f"{EASY}\n")
    asked = ["audit", str(puzzles), *ENGINES, "--minimal", "--isomorphs", "--ledger", str(ledger)]
    assert main([*asked, "--no-certify"]) == 0
    assert "certified" not in capsys.readouterr().out
    assert contents(ledger)["certificate"] == []
    assert main(asked) == 2
    assert "it was begun with --no-certify, not with certificates" in capsys.readouterr().err


def test_a_damaged_ledger(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A truncated ledger is reported with exit code 2."""
    ledger.write_bytes(ledger.read_bytes()[:2000])
    for side in ledger.parent.glob(f"{ledger.name}-*"):
        side.unlink()
    assert main(["verify", str(ledger), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith(f"crosscover: the ledger {ledger} cannot be read: ")


def test_a_ledger_that_is_being_written(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While another process writes a ledger, its committed rows can be verified."""
    with closing(sqlite3.connect(ledger, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM certificate")
        assert main(["verify", str(ledger), "--jobs", "1"]) == 0
    assert "4 certificates verified" in capsys.readouterr().out


def test_nothing_is_taken_from_a_pipe() -> None:
    """Certificates from a pipe are read only as they are checked."""
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as end:
        os.write(writer, SQLITE_MAGIC)
        os.close(writer)
        assert not is_sqlite(Path(f"/dev/fd/{reader}"))
        assert end.read() == SQLITE_MAGIC


@pytest.mark.parametrize("number", ["1", "10001", "two"])
def test_a_count_out_of_bounds(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The limit for counting solutions is at least 2, and at most a number that every engine can reach."""
    assert main(["audit", "missing.txt", "--count", number]) == 2
    assert f"expected a whole number from 2 to 10000, not '{number}'" in capsys.readouterr().err


def test_summary_of_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The summary counts solutions, minimal puzzles and certificates."""
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("".join(f"{puzzle}\n" for puzzle in PUZZLES))
    summary = tmp_path / "summary.json"
    assert main(["audit", str(puzzles), *ENGINES, "--count", "7", "--minimal", "--json", str(summary)]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "at most 2 solutions",
        "2 of 2 proper puzzles minimal, 0 not",
        "4 of 4 verdicts certified",
    ]
    assert json.loads(summary.read_text())["facts"] == {
        "most_solutions": 2,
        "at_limit": 0,
        "proper": 2,
        "minimal": 2,
        "not_minimal": 0,
        "decided": 4,
        "certified": 4,
        "uncertified": 0,
    }


def test_no_numbers_of_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If no puzzle was judged, the summary does not say how many solutions there are."""
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("123\n")
    assert main(["audit", str(puzzles), *ENGINES, "--dialect", "lines", "--count", "7"]) == 2
    assert "solutions" not in capsys.readouterr().out


def test_executors_agree(tmp_path: Path) -> None:
    """One and several processes find the same facts."""
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("".join(f"{puzzle}\n" for puzzle in [*PUZZLES, *PUZZLES[::-1]]))
    asked = ("--engines", "dlx,bitmask", "--count", "7", "--minimal", "--isomorphs")
    ledgers = [tmp_path / f"{jobs}.db" for jobs in (1, 2)]
    for jobs, ledger in enumerate(ledgers, 1):
        assert main(["audit", str(puzzles), *asked, "--jobs", str(jobs), "--ledger", str(ledger)]) == 0
    assert contents(ledgers[0]) == contents(ledgers[1])
