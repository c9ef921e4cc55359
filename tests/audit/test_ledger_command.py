"""`crosscover ledger info` and `export`, and the files that they refuse."""

import json
from pathlib import Path

import pytest

from tests.dialects.samples import ANSWER, PUZZLE

from .ledgers import COLLECTION, audit, collection, exported, ledger_command, write


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
    """The overview has the input, the settings, the run and the summary of the audit, as text and JSON."""
    assert ledger_command("info", ledger) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("input     all.txt (410 bytes, sha256 ")
    assert lines[1] == "settings  engines dlx, bitmask; count 2; certify True"
    counts = "5 puzzles judged by dlx, bitmask: 3 unique, 1 several, 1 undecided; dlx abstained from 1"
    assert f"{counts}; no column of solutions" in lines
    assert "1 puzzle is a duplicate of an earlier one: all.txt:5 is all.txt:1" in lines
    assert "1 row: fault" in lines
    write(ledger, "DELETE FROM puzzle WHERE number = 3; UPDATE run SET ended = NULL")
    assert ledger_command("info", ledger, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["complete"], found["puzzles"]) == ("crosscover-audit", False, 4)
    assert found["settings"]["engines"] == ["dlx", "bitmask"]
    assert found["verdicts"] == {"none": 0, "unique": 2, "several": 1, "undecided": 1, "invalid": 0}
