"""The certificates of `crosscover audit`, and `crosscover verify` on its ledger."""

import shutil
from pathlib import Path

import pytest

from crosscover.auditing import chunk_judge
from crosscover.cli import main
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, EASY, HARD, UNSOLVABLE

from .samples import audit, collection, write

SWAP = "UPDATE certificate SET line = (SELECT line FROM certificate WHERE number = 1) WHERE number = 2"
DAMAGE = """UPDATE certificate SET line = replace(line, '"solutions":["', '"solutions":["9') WHERE number = 2"""
UNDECIDE = "UPDATE puzzle SET verdict = 'undecided' WHERE number = 3; DELETE FROM certificate WHERE number = 3"
FALSE = f"2: false certificate for {BRIEF}"
PUZZLES = (EASY, BRIEF, UNSOLVABLE, AMBIGUOUS)


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with certificates, shared by all tests."""
    folder = tmp_path_factory.mktemp("certified")
    assert audit(collection(folder / "puzzles.txt", PUZZLES), "--ledger", folder / "audit.db") == 0
    return folder / "audit.db"


@pytest.fixture
def ledger(certified: Path, tmp_path: Path) -> Path:
    """A copy of the ledger, for changes."""
    return Path(shutil.copy(certified, tmp_path))


def test_a_certified_ledger_is_verified(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every certificate in a ledger is checked and counted like those in files."""
    assert main(["verify", str(ledger), "--puzzles", str(ledger.parent / "missing")]) == 2
    capsys.readouterr()
    assert main(["verify", str(ledger), "--jobs", "2"]) == 0
    assert capsys.readouterr().out.startswith("4 certificates verified: ")


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("DELETE FROM certificate WHERE number = 3", f"3: no certificate for {UNSOLVABLE}: none"),
        (SWAP, f"2: false certificate for {EASY}: it is about {EASY}, 3x3, unique, "),
        ("UPDATE puzzle SET verdict = 'none' WHERE number = 2", f"{FALSE}: it is about {BRIEF}, 3x3, unique, "),
        (DAMAGE, f"{FALSE}: line 2, column "),
    ],
)
def test_a_row_without_its_proof(
    ledger: Path, statement: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing, false or swapped certificate is reported with the number of its row and exit code 1."""
    write(ledger, statement)
    assert main(["verify", str(ledger), "--jobs", "1"]) == 1
    assert capsys.readouterr().out.startswith(f"{ledger}:{complaint}")


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        (UNDECIDE, "1 puzzle undecided"),
        ("UPDATE run SET ended = NULL", "the audit is not complete"),
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


def test_a_missing_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no certificate is found in time, the audit is good and counts it, and `verify` names the reason."""
    monkeypatch.setattr(chunk_judge, "CERTIFICATE_SECONDS", 0.0)
    ledger = tmp_path / "audit.db"
    assert audit(collection(tmp_path / "puzzles.txt", [HARD[0]]), "--ledger", ledger) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "0 of 1 verdict certified; 1 puzzle without a certificate: it took too long"
    assert main(["verify", str(ledger), "--jobs", "1"]) == 5
    assert capsys.readouterr().out.startswith(f"{ledger}: 1 puzzle without a certificate: it took too long\n")


def test_no_certificates(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ledger of an audit with `--no-certify` is refused."""
    write(ledger, "UPDATE setting SET settings = json_set(settings, '$.certify', json('false'))")
    assert main(["verify", str(ledger), "--jobs", "1"]) == 2
    message = f"{ledger} is a ledger without certificates: the audit ran with --no-certify"
    assert capsys.readouterr().err == f"crosscover: {message}\n"
