"""`crosscover ledger info` and `export`, and the files that they refuse."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.auditing.ledger_opening import open_ledger
from crosscover.exit_code import UsageError
from tests.dialects.samples import ANSWER, PUZZLE, SECOND_ANSWER

from .ledgers import COLLECTION, WITHOUT_FACTS, audit, collection, edit, exported, ledger_command, reseal, write

PAGE = (Path(__file__).parents[2] / "docs/reference/ledger.md").read_text(encoding="utf-8")


def test_export_has_a_line_for_each_puzzle_in_order(folder: Path) -> None:
    """After a header each puzzle has a line with its place, verdict and a solution."""
    made = folder / "audit.db"
    assert audit(made, collection(Path("a.txt"), COLLECTION[:2]), collection(Path("b.txt"), [PUZZLE])) == 0
    names, *rows = (line.split("\t") for line in exported(made).splitlines())
    found = [dict(zip(names, row, strict=True)) for row in rows]
    assert [[row[name] for name in ("number", "file", "line", "puzzle", "verdict", "solution")] for row in found] == [
        ["1", "a.txt", "1", PUZZLE, "unique", ANSWER],
        ["2", "a.txt", "2", COLLECTION[1], "none", ""],
        ["3", "b.txt", "1", PUZZLE, "unique", ANSWER],
    ]


def test_export_has_relations(ledger: Path) -> None:
    """Duplicates, isomorphs and necessary clues are in the line of their puzzle."""
    rows = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    columns = ("duplicate_of", "isomorph_of", "isomorph_symmetry", "needed_clues")
    assert [[row[name] for name in columns] for row in rows] == [
        [None, None, None, 1],
        [None, None, None, None],
        [None, 1, "transpose", 0],
        [None, None, None, None],
        [1, 1, "id", 1],
    ]


def test_all_formats_agree(ledger: Path) -> None:
    """TSV, CSV and JSON Lines have the same rows; a line end in a value does not end a row."""
    objects = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    texts = [["" if value is None else str(value) for value in row.values()] for row in objects]
    assert list(csv.reader(io.StringIO(exported(ledger, "--format", "csv")))) == [list(objects[0]), *texts]
    lines = exported(ledger, "--format", "tsv").splitlines()
    escaped = [[text.replace("\t", "\\t").replace("\n", "\\n") for text in row] for row in texts]
    assert [line.split("\t") for line in lines] == [list(objects[0]), *escaped]
    assert objects[1]["complaint"] == "tab\tline\nend"


def test_parquet(ledger: Path) -> None:
    """Parquet, chosen by the file's ending, has the rows of JSON Lines with numbers as numbers."""
    parquet = pytest.importorskip("pyarrow.parquet")
    assert ledger_command("export", ledger, "-o", "out.parquet") == 0
    objects = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    assert parquet.read_table("out.parquet").to_pylist() == objects
    for table in ("run", "input", "setting", "clue", "answer"):
        assert ledger_command("export", ledger, "-o", "out.parquet", "--table", table) == 0


def test_parquet_without_pyarrow(
    ledger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without pyarrow the extra is named, and nothing is written."""
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert ledger_command("export", ledger, "-o", "out.parquet") == 2
    assert capsys.readouterr().err.startswith("crosscover: Parquet needs pyarrow: pip install 'crosscover[parquet]'")
    assert not Path("out.parquet").exists()


def test_export_does_not_depend_on_the_order_of_the_work(folder: Path) -> None:
    """An audit in two runs, the end first, is exported like one in a single run."""
    whole, parts = folder / "whole.db", folder / "parts.db"
    file = collection(Path("all.txt"))
    for made in (whole, parts):
        assert audit(made, file) == 0
    write(parts, WITHOUT_FACTS)
    write(parts, "DELETE FROM puzzle WHERE number IN (1, 3); UPDATE run SET outcome = NULL")
    assert audit(parts, file) == 0
    assert exported(parts) == exported(whole)


@pytest.mark.parametrize(("table", "first"), [("clue", "1\t1\t"), ("duplicate", "5\t1"), ("setting", 'engines\t["dlx')])
def test_other_tables(ledger: Path, table: str, first: str) -> None:
    """Every table can be exported by name."""
    assert any(line.startswith(first) for line in exported(ledger, "--table", table).splitlines()[1:])


def test_export_of_a_part(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The export of an unfinished audit warns that rows may be missing."""
    write(ledger, "UPDATE run SET outcome = NULL")
    assert ledger_command("export", ledger.name) == 0
    assert capsys.readouterr().err == "crosscover: audit.db is not complete: rows, duplicates may be missing\n"


def test_unknown_table(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown table is refused with the names of all tables."""
    assert ledger_command("export", ledger, "--table", "clues") == 2
    assert capsys.readouterr().err.startswith("crosscover: there is no table 'clues' in a ledger; there are run, input")


def test_a_ledger_is_not_written_over(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ledger itself is refused as output."""
    before = ledger.read_bytes()
    assert ledger_command("export", ledger, "-o", ledger) == 2
    assert "is also the input" in capsys.readouterr().err
    assert ledger.read_bytes() == before


def test_info(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview shows inputs and settings, and counts verdicts, complaints and disagreements."""
    assert ledger_command("info", ledger) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    for expected in (
        ["puzzles", "5, complete"],
        ["verdicts", "3 unique, 1 several, 1 undecided"],
        ["complaints", "1 fault"],
        ["abstained", "dlx: 1"],
        ["disagreed", "bitmask: 1 timed out"],
        ["clue", "4 rows"],
    ):
        assert expected in lines
    [size] = [text for name, text in lines if name == "input"]
    assert size.startswith("all.txt: 410 bytes, sha256 ")


def test_info_as_json(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview as JSON marks an unfinished ledger as such."""
    write(ledger, WITHOUT_FACTS)
    write(ledger, "DELETE FROM puzzle WHERE number = 3; UPDATE run SET outcome = 'interrupted'")
    capsys.readouterr()
    assert ledger_command("info", ledger, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [key for key in found if f"`{key}`" not in PAGE] == []
    assert (found["complete"], found["puzzles"], found["gaps"]) == (False, 4, 1)
    assert found["settings"]["engines"] == ["dlx", "bitmask"]
    assert found["runs"][0]["outcome"] == "interrupted"
    assert found["verdicts"] == {"unique": 2, "several": 1, "undecided": 1}


def test_reading_while_an_audit_writes(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader sees the committed rows and does not block the writer."""
    with closing(sqlite3.connect(ledger, isolation_level=None)) as writer:
        writer.execute("BEGIN")
        for table in ("puzzle", "duplicate", "isomorph", "certificate", "clue", "answer"):
            writer.execute(f"DELETE FROM {table} WHERE number > 1")  # noqa: S608 - our own table
        reseal(writer)
        assert ledger_command("info", ledger) == 0
        writer.execute("COMMIT")
        assert "puzzles       5," in capsys.readouterr().out
        assert ledger_command("info", ledger) == 0
    assert "puzzles       1," in capsys.readouterr().out


def test_reading_leaves_nothing_behind(ledger: Path) -> None:
    """Reading creates no file and does not change the ledger."""
    before = {path: path.read_bytes() for path in ledger.parent.iterdir()}
    assert ledger_command("info", ledger) == 0
    assert {path: path.read_bytes() for path in ledger.parent.iterdir()} == before


def test_an_audit_that_begins_to_write(ledger: Path) -> None:
    """If an audit begins to write a ledger while it is read, the result is discarded."""
    with (
        pytest.raises(UsageError, match=r"^an audit began to write .*audit\.db while it was read; try again$"),
        open_ledger(ledger),
    ):
        write(ledger, "DELETE FROM puzzle")


def not_a_database(path: Path) -> None:
    """A file of text."""
    path.write_text(f"{PUZZLE}\n" * 100)


def another_database(path: Path) -> None:
    """A database of another program."""
    path.unlink()
    edit(path, "CREATE TABLE puzzle (number); INSERT INTO puzzle VALUES (1)")


def newer(path: Path) -> None:
    """A ledger of a later version."""
    write(path, "PRAGMA user_version = 99")


def cut_off(path: Path) -> None:
    """A truncated ledger."""
    path.write_bytes(path.read_bytes()[: 3 * 4096])


def folder_instead(path: Path) -> None:
    """A folder."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (Path.unlink, "audit.db: No such file or directory"),
        (folder_instead, "audit.db: Is a directory"),
        (not_a_database, "audit.db is not a ledger of an audit"),
        (another_database, "audit.db is not a ledger of an audit, but another SQLite database"),
        (newer, "audit.db is a ledger of version 99; this crosscover knows version 4"),
        (cut_off, "the ledger audit.db cannot be read: database disk image is malformed"),
    ],
)
def test_unreadable_ledgers(
    ledger: Path, damage: Callable[[Path], None], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """For an unreadable ledger each action prints one line with exit code 2."""
    damage(ledger)
    capsys.readouterr()
    for action in (("info",), ("export",), ("diff", "audit.db"), ("merge", "new.db")):
        assert ledger_command(*action, "audit.db") == 2
        assert capsys.readouterr().err == f"crosscover: {message}\n"
    assert not Path("new.db").exists()


def test_solutions_are_those_of_the_reference(ledger: Path) -> None:
    """The exported solutions of the sample are the published ones."""
    rows = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    assert [rows[0]["solution"], rows[2]["solution"]] == [ANSWER, SECOND_ANSWER]
