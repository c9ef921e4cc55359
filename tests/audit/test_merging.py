"""`crosscover ledger merge` and the shards of a collection."""

from pathlib import Path

import pytest

from crosscover.auditing import audit_inputs, ledger_opening
from crosscover.auditing.audit_inputs import Shard
from crosscover.auditing.ledger_opening import open_ledger
from crosscover.auditing.ledger_reading import tables
from crosscover.cli import main
from tests.dialects.samples import PUZZLE, SECOND

from .ledgers import COLLECTION, audit, collection, exported, ledger_command, write


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the blocks of shards to two rows."""
    monkeypatch.setattr(audit_inputs, "BLOCK", 2)


@pytest.fixture
def parts(ledger: Path) -> list[Path]:
    """The ledgers of two shards of the collection, next to that of the whole."""
    return audit_shards(ledger.parent)


def audit_shards(folder: Path, *options: str) -> list[Path]:
    """Audit two shards of the collection in the folder, and return their ledgers."""
    made = [folder / f"{index}.db" for index in (1, 2)]
    for index, part in enumerate(made, 1):
        assert audit(part, Path("all.txt"), "--shard", f"{index}/2", *options) == 0
    return made


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_each_row_is_in_one_shard(count: int) -> None:
    """Each row is in exactly one shard, and shards know their number of rows."""
    for number in range(1, 40):
        assert sum(Shard(index, count).has(number) for index in range(1, count + 1)) == 1
        for index in range(1, count + 1):
            shard = Shard(index, count)
            assert shard.rows_up_to(number) == sum(map(shard.has, range(1, number + 1)))


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "1/٣"])
def test_invalid_shards(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid shard is refused."""
    assert main(["audit", "--shard", text, "all.txt"]) == 2
    assert "expected a shard and their number, such as 2/8, not" in capsys.readouterr().err


def test_standard_input_has_no_shards(capsys: pytest.CaptureFixture[str]) -> None:
    """Shards of stdin are refused, since two audits cannot read it."""
    assert main(["audit", "--shard", "1/2"]) == 2
    assert capsys.readouterr().err.startswith("crosscover: --shard needs files")


def test_shards_make_the_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The merged ledgers of all shards, in any order, give the same export as that of the whole, for every table.

    The last puzzle is the third one reflected in its diagonal, in the other shard.
    """
    collection(Path("all.txt"), [*COLLECTION, "".join(SECOND[row::9] for row in range(9))])
    whole, merged = folder / "whole.db", folder / "merged.db"
    options = ("--isomorphs", "--minimal")
    assert audit(whole, Path("all.txt"), *options) == 0
    assert ledger_command("merge", merged, *reversed(audit_shards(folder, *options))) == 0
    assert capsys.readouterr().out.endswith("2 ledgers merged: 6 puzzles\n")
    with open_ledger(whole) as connection:
        there = tables(connection)
    for table in there:
        if table not in ("run", "seal"):
            assert exported(merged, "--table", table) == exported(whole, "--table", table)
    assert [line.split("\t")[:2] for line in exported(merged, "--table", "isomorph").splitlines()[1:]] == [
        ["5", "1"],
        ["6", "3"],
    ]
    assert ledger_command("info", merged) == 0
    assert "puzzles       6, complete\n" in capsys.readouterr().out


def test_an_audit_resumes_from_a_merged_ledger(ledger: Path, parts: list[Path]) -> None:
    """If shards are missing, an audit of the whole resumes from the merged ledger."""
    merged = ledger.with_name("merged.db")
    assert ledger_command("merge", merged, parts[1]) == 2
    assert not merged.exists()
    assert ledger_command("merge", "--incomplete", merged, parts[1]) == 0
    assert exported(merged).count("\n") == 3
    assert audit(merged, Path("all.txt")) == 0
    assert exported(merged).count("\n") == 6


def test_other_inputs_come_after_one_another(folder: Path) -> None:
    """Merged ledgers of different files give the same export as one audit of all files."""
    files = [collection(Path("a.txt"), COLLECTION), collection(Path("b.txt"), [SECOND]), collection(Path("c.txt"))]
    files[2].write_text(f"# again\n{PUZZLE}\n")
    ledgers = [folder / f"{name}.db" for name in "abc"]
    for made, file in zip(ledgers, files, strict=True):
        assert audit(made, file) == 0
    assert audit(folder / "whole.db", *files) == 0
    assert ledger_command("merge", folder / "merged.db", *ledgers) == 0
    assert exported(folder / "merged.db") == exported(folder / "whole.db")


def test_each_part_is_checked_once(parts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A merge checks each ledger once, and the new one as it is made."""
    checks: list[Path] = []

    def count(connection: ledger_opening.LedgerConnection, path: Path) -> None:
        checks.append(path)
        check(connection, path)

    check = ledger_opening.check
    monkeypatch.setattr(ledger_opening, "check", count)
    assert ledger_command("merge", "once.db", *parts) == 0
    assert sorted(checks) == sorted(parts)


def test_facts_keep_their_puzzle(folder: Path) -> None:
    """Certificates, clues and answers of the second ledger are renumbered with their rows."""
    for name, puzzles in (("a", COLLECTION), ("b", [SECOND])):
        assert audit(folder / f"{name}.db", collection(Path(f"{name}.txt"), puzzles)) == 0
    write(
        folder / "b.db",
        "UPDATE certificate SET line = '{}'; INSERT INTO clue VALUES (1, 7, NULL);"
        "INSERT INTO answer VALUES (1, 'dlx', 'wrong', '', '')",
    )
    assert ledger_command("merge", folder / "merged.db", folder / "a.db", folder / "b.db") == 0
    found = [
        exported(folder / "merged.db", "--table", name).splitlines()[-1] for name in ("certificate", "clue", "answer")
    ]
    assert found == ["6\t0\tunique\t{}", "6\t7\t", "6\tdlx\twrong\t\t"]


@pytest.mark.parametrize(
    ("ledgers", "message"),
    [
        (["1.db"], "the shards 2/2 are missing beside 1.db; --incomplete merges the others"),
        (["1.db", "1.db"], "1.db and 1.db are of the same inputs, shards 1/2 and 1/2"),
        (["1.db", "third.db"], "1.db and third.db are of the same inputs, shards 1/2 and 2/3"),
        (["audit.db", "1.db"], "audit.db and 1.db are of the same inputs, shards 1/1 and 1/2"),
        (["audit.db", "both.db"], "audit.db and both.db share the input all.txt, among others"),
        (["audit.db", "pure.db"], 'engines is ["dlx", "bitmask"] in audit.db, and ["dlx"] in pure.db'),
        (["killed.db"], "killed.db is not complete; --incomplete merges the others"),
        (["--incomplete", "killed.db", "other.db"], "killed.db is not complete, so the rows after it have no"),
        (["wrong.db", "2.db"], "the ledgers overlap: a row is in two of them"),
    ],
)
def test_incompatible_ledgers(
    ledger: Path, ledgers: list[str], message: str, capsys: pytest.CaptureFixture[str], parts: list[Path]
) -> None:
    """Ledgers that cannot be merged are named with the reason, and nothing is written."""
    make = {
        "third.db": ("all.txt", "--shard", "2/3"),
        "both.db": ("other.txt", "all.txt"),
        "pure.db": ("other.txt", "--engines", "dlx"),
        "other.db": ("other.txt",),
        "killed.db": ("all.txt",),
        "wrong.db": ("all.txt", "--shard", "1/2"),
    }
    collection(Path("other.txt"), [SECOND])
    for name in set(ledgers) & make.keys():
        assert audit(Path(name), *make[name]) == 0
    if "killed.db" in ledgers:
        write(Path("killed.db"), "UPDATE run SET outcome = NULL")
    if "wrong.db" in ledgers:
        write(Path("wrong.db"), "UPDATE puzzle SET number = 3 WHERE number = 2; DELETE FROM certificate")
    assert ledger_command("merge", "new.db", *ledgers) == 2
    assert capsys.readouterr().err.startswith(f"crosscover: {message}")
    assert sorted(ledger.parent.glob("*new*")) == []
    assert [part.exists() for part in parts] == [True, True]


def test_a_merge_makes_a_new_ledger(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An existing file is not overwritten."""
    before = ledger.read_bytes()
    assert ledger_command("merge", ledger, ledger) == 2
    assert capsys.readouterr().err == f"crosscover: {ledger} exists; a merge creates a new ledger\n"
    assert ledger.read_bytes() == before
