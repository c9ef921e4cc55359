"""`crosscover ledger info` and `export`, and docs/reference/ledger.md, which describes ledgers."""

import json
import re
import sqlite3
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from crosscover.auditing.ledger import SCHEMA_VERSION
from tests.dialects.samples import ANSWER, PUZZLE

from .samples import COLLECTION, audit, collection, exported, ledger_command, write

PAGE = (Path(__file__).parents[2] / "docs/reference/ledger.md").read_text(encoding="utf-8")
SCHEMA = resources.files("crosscover.auditing").joinpath("schema.sql").read_text(encoding="utf-8")


def test_export_has_a_line_for_each_puzzle_in_order(folder: Path) -> None:
    """After a header each puzzle has a line with its place, verdict and a solution."""
    made = folder / "audit.db"
    files = collection(Path("a.txt"), COLLECTION[:2]), collection(Path("b.txt"), [PUZZLE])
    assert audit(*files, "--ledger", made) == 0
    names, *rows = (line.split("\t") for line in exported(made).splitlines())
    found = [dict(zip(names, row, strict=True)) for row in rows]
    assert [[row[name] for name in ("number", "file", "line", "puzzle", "verdict", "solution")] for row in found] == [
        ["1", "a.txt", "1", PUZZLE, "unique", ANSWER],
        ["2", "a.txt", "2", COLLECTION[1], "none", ""],
        ["3", "b.txt", "1", PUZZLE, "unique", ANSWER],
    ]


def test_export_has_relations(ledger: Path) -> None:
    """Duplicates and isomorphs are in the line of their puzzle."""
    rows = [json.loads(line) for line in exported(ledger, ".jsonl").splitlines()]
    found = {row["number"]: (row["duplicate_of"], row["isomorph_of"]) for row in rows}
    assert found == {1: (None, None), 2: (None, None), 3: (None, 1), 4: (None, None), 5: (1, 1)}


def test_both_formats_agree(ledger: Path) -> None:
    """TSV and JSON Lines have the same rows; a line end in a value does not end a row."""
    objects = [json.loads(line) for line in exported(ledger, ".jsonl").splitlines()]
    texts = [["" if value is None else str(value) for value in row.values()] for row in objects]
    escaped = [[text.replace("\t", "\\t").replace("\n", "\\n") for text in row] for row in texts]
    lines = exported(ledger).splitlines()
    assert [line.split("\t") for line in lines] == [list(objects[0]), *escaped]
    assert objects[1]["complaint"] == "tab\tline\nend"


def test_export_of_a_part(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The export of an unfinished audit warns that rows may be missing."""
    write(ledger, "UPDATE run SET ended = NULL")
    assert ledger_command("export", ledger.name) == 0
    assert capsys.readouterr().err == "crosscover: audit.db is not complete: rows may be missing\n"


def test_a_ledger_is_not_written_over(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ledger itself is refused as output."""
    before = ledger.read_bytes()
    assert ledger_command("export", ledger, "-o", ledger) == 2
    assert "is also the input" in capsys.readouterr().err
    assert ledger.read_bytes() == before


def test_info(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview has the input, the settings, the run and the summary of the audit."""
    assert ledger_command("info", ledger) == 0
    first, second, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("input     all.txt (410 bytes, sha256 ")
    assert second == "settings  engines dlx, bitmask; count 2; certify True"
    counts = "5 puzzles judged by dlx, bitmask: 3 unique, 1 several, 1 undecided; dlx abstained from 1"
    assert {
        f"{counts}; no column of solutions",
        "1 puzzle is a duplicate of an earlier one: all.txt:5 is all.txt:1",
        "1 row: fault",
    } <= set(lines)


def test_info_as_json(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON overview is the summary of the audit so far."""
    write(ledger, "DELETE FROM puzzle WHERE number = 3; UPDATE run SET ended = NULL")
    assert ledger_command("info", ledger, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["complete"], found["puzzles"]) == ("crosscover-audit", False, 4)
    assert found["settings"]["engines"] == ["dlx", "bitmask"]
    assert found["verdicts"] == {"none": 0, "unique": 2, "several": 1, "undecided": 1, "invalid": 0}


def test_every_table_is_described() -> None:
    """The page describes each column of the table `puzzle`, in order, and names the other tables."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type <> 'index'")]
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(puzzle)")]
    puzzle, others = PAGE.partition("### `puzzle`")[2].partition("### Other tables")[::2]
    assert re.findall(r"^\| `(\w+)` \|", puzzle, re.MULTILINE) == columns
    assert [name for name in tables if name != "puzzle" and f"`{name}`" not in others] == []
    assert f"This is version {SCHEMA_VERSION} of the schema" in PAGE
